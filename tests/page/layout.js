// What is wrong with how a page lies on the screen, as a list of sentences. Run in the page by test_layout.py.
(() => {
  const TOLERANCE = 1.5;
  const wrong = [];
  const visible = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const spoken = (node) => node.closest('.sr-only, .flights, svg, [aria-live]');
  const name = (node) => {
    const own = [...node.classList].filter((part) => !part.startsWith('svelte-')).join('.');
    const about = node.dataset.row ?? node.dataset.pile ?? node.dataset.card ?? node.closest('[aria-label]')?.ariaLabel ?? '';
    return `${node.localName}.${own}[${about}]`;
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter((node) => visible(node) && !spoken(node));
  const union = (nodes) => {
    const boxes = nodes.map((node) => node.getBoundingClientRect());
    return {
      left: Math.min(...boxes.map((box) => box.left)),
      top: Math.min(...boxes.map((box) => box.top)),
      right: Math.max(...boxes.map((box) => box.right)),
      bottom: Math.max(...boxes.map((box) => box.bottom)),
    };
  };
  const round = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ');

  const table = document.querySelector('.table');
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) wrong.push(`it scrolls sideways by ${root.scrollWidth - innerWidth}`);
  for (const node of document.querySelectorAll('.veil, dialog[open]')) {
    if (node.scrollWidth > node.clientWidth) wrong.push(`${name(node)} scrolls sideways by ${node.scrollWidth - node.clientWidth}`);
  }
  if (table && root.scrollHeight > innerHeight) wrong.push(`the table scrolls by ${root.scrollHeight - innerHeight}`);

  // nothing lies on top of anything else
  const blocks = table
    ? [
        ...all('.badge, .player header, .player .row, .pile, .discard, .prompt .text, .prompt .button, .exploits, aside section'),
        ...document.querySelectorAll('.coach'),
        ...all('.auction p, .auction .button, .auction .icon-button, .bar, .river .out, .river .stock, .river .cards'),
      ].map((node) => ({ node, box: node.getBoundingClientRect() }))
    : [];
  for (const node of all('.expedition')) {
    const parts = [...node.querySelectorAll('.card, .points, .ground')].filter(visible);
    if (parts.length) blocks.push({ node, box: union(parts) });
  }
  const held = all('.hand .held');
  if (held.length) blocks.push({ node: held[0].parentElement, box: union(held) });
  blocks.forEach((a, i) => {
    for (const b of blocks.slice(i + 1)) {
      if (a.node.contains(b.node) || b.node.contains(a.node)) continue;
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (across > TOLERANCE && down > TOLERANCE) {
        wrong.push(`${name(a.node)} (${round(a.box)}) overlaps ${name(b.node)} (${round(b.box)})`);
      }
    }
    const { left, top, right, bottom } = a.box;
    if (left < -TOLERANCE || top < -TOLERANCE || right > innerWidth + TOLERANCE || bottom > innerHeight + TOLERANCE) {
      wrong.push(`${name(a.node)} (${round(a.box)}) leaves the screen`);
    }
  });

  // no text is cut off, but long names, which end in an ellipsis; none is broken in the middle of a word, or
  // runs over the edge of what it is printed on
  const clips = (node) => ['hidden', 'clip'].includes(getComputedStyle(node).overflowX);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || !visible(parent) || spoken(parent) || parent.closest('script, noscript')) continue;
    const range = document.createRange();
    for (const word of text.data.matchAll(/[\p{L}\p{N}’']+/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      const level = getComputedStyle(parent).writingMode === 'horizontal-tb';
      if (level && lines.size > 1) wrong.push(`“${word[0]}” is broken in ${name(parent)}`);
    }
    if (parent.closest('.name, .names, th')) continue;
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    for (let node = parent; node && node !== document.body; node = node.parentElement) {
      if (!clips(node)) continue;
      const edge = node.getBoundingClientRect();
      if (box.right > edge.right + 2 || box.left < edge.left - 2 || box.bottom > edge.bottom + 3 || box.top < edge.top - 3) {
        wrong.push(`“${text.data.trim()}” is cut off in ${name(node)}`);
      }
      break;
    }
    const printed = parent.closest('.badge, .player, .row, .button, .prompt')?.getBoundingClientRect();
    if (printed && (box.left < printed.left - 1 || box.right > printed.right + 1)) {
      wrong.push(`“${text.data.trim()}” runs over the edge of ${name(parent)}`);
    }
    if (box.right > innerWidth + 1 || box.left < -1) wrong.push(`“${text.data.trim()}” leaves the screen`);
  }

  // whatever can be pressed can be reached, and is large enough for a finger
  const modal = document.querySelector('dialog[open]');
  for (const node of all('button:not(:disabled), a[href], input:not([type=radio]):not([type=file])')) {
    if (modal && !modal.contains(node)) continue;
    const box = (node.closest('label') ?? node).getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight) {
      if (table && !modal && !node.closest('.veil')) wrong.push(`${name(node)} is out of reach`);
      continue;
    }
    const card = node.matches('.held');
    const [x, y] = card ? [box.left + 8, box.top + 24] : [box.left + box.width / 2, box.top + box.height / 2];
    const found = document.elementFromPoint(x, y);
    const reached = found && (node.contains(found) || found.contains(node) || node.closest('label')?.contains(found));
    if (!reached && !document.querySelector('.veil')) wrong.push(`${name(node)} is covered by ${found ? name(found) : 'nothing'}`);
    const inText = getComputedStyle(node).display === 'inline';
    if (!card && !inText && (box.width < 23.5 || box.height < 23.5)) wrong.push(`${name(node)} is too small to press: ${round(box)}`);
  }
  return [...new Set(wrong)];
})();
