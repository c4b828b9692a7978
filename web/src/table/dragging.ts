// Dragging with mouse, pen or finger: the thing follows the pointer and is let go over a place that takes it.

export interface Drag {
  /** what may be dragged now */
  enabled: boolean;
  onstart?: () => void;
  /** the zone (`data-drop`) it was let go over, and where it was then; null if over none */
  ondrop: (zone: string | null, rect: DOMRect) => void;
}

/** Less than this is a click. */
const THRESHOLD = 6;

export function draggable(node: HTMLElement, drag: Drag) {
  let now = drag;

  function down(event: PointerEvent): void {
    if (!now.enabled || event.button !== 0 || !event.isPrimary) return;
    const { clientX: x0, clientY: y0, pointerId } = event;
    let ghost: HTMLElement | null = null;
    let over: Element | null = null;
    const home = node.getBoundingClientRect();

    function move(event: PointerEvent): void {
      if (event.pointerId !== pointerId) return;
      const [dx, dy] = [event.clientX - x0, event.clientY - y0];
      if (!ghost) {
        if (Math.hypot(dx, dy) < THRESHOLD) return;
        ghost = lift(node, home);
        now.onstart?.();
      }
      ghost.style.translate = `${dx}px ${dy}px`;
      const zone = zoneAt(event.clientX, event.clientY);
      if (zone !== over) {
        over?.classList.remove('dragged-over');
        zone?.classList.add('dragged-over');
        over = zone;
      }
    }

    function end(event: PointerEvent): void {
      if (event.pointerId !== pointerId) return;
      stop();
      if (!ghost) return;
      const rect = ghost.getBoundingClientRect();
      const zone = event.type === 'pointerup' ? zoneAt(event.clientX, event.clientY) : null;
      over?.classList.remove('dragged-over');
      ghost.remove();
      node.classList.remove('lifted');
      // the click that follows a drag is none
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
      now.ondrop(zone?.dataset.drop ?? null, rect);
    }

    function stop(): void {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    }
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  node.addEventListener('pointerdown', down);
  return {
    update(next: Drag): void {
      now = next;
    },
    destroy(): void {
      node.removeEventListener('pointerdown', down);
    },
  };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function lift(node: HTMLElement, home: DOMRect): HTMLElement {
  const ghost = node.cloneNode(true) as HTMLElement;
  for (const name of ['data-spot', 'id', 'style', 'tabindex', 'data-drop']) ghost.removeAttribute(name);
  ghost.classList.add('ghost');
  ghost.inert = true;
  const { offsetWidth: width, offsetHeight: height } = node;
  Object.assign(ghost.style, {
    left: `${home.x + (home.width - width) / 2}px`,
    top: `${home.y + (home.height - height) / 2}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  document.body.append(ghost);
  node.classList.add('lifted');
  return ghost;
}

function zoneAt(x: number, y: number): HTMLElement | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]') ?? null;
}
