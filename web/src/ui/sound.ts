// Small sounds, made on the spot: paper on felt, a coin, a bell.
import { prefs } from '../state/prefs.svelte';

export type Sound = 'lay' | 'discard' | 'draw' | 'coin' | 'turn' | 'end';

let context: AudioContext | null = null;

/** Browsers allow sound only after the person has done something on the page. */
function audio(): AudioContext | null {
  if (!prefs.sound || typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

export function play(sound: Sound): void {
  const ctx = audio();
  if (!ctx) return;
  const now = ctx.currentTime + 0.02;
  switch (sound) {
    case 'lay':
      rustle(ctx, now, 0.09, 1800, 0.35);
      thud(ctx, now + 0.05, 150);
      break;
    case 'discard':
      rustle(ctx, now, 0.14, 1100, 0.3);
      break;
    case 'draw':
      rustle(ctx, now, 0.11, 3200, 0.22);
      break;
    case 'coin':
      bell(ctx, now, 1900, 0.12, 0.25);
      bell(ctx, now + 0.05, 2500, 0.08, 0.3);
      break;
    case 'turn':
      bell(ctx, now + 0.1, 660, 0.07, 0.4);
      bell(ctx, now + 0.2, 880, 0.06, 0.5);
      break;
    case 'end':
      [523, 659, 784, 1047].forEach((pitch, i) => bell(ctx, now + 0.14 * i, pitch, 0.09, 0.9));
  }
}

function rustle(ctx: AudioContext, at: number, seconds: number, pitch: number, loud: number): void {
  const length = Math.ceil(ctx.sampleRate * seconds);
  const buffer = ctx.createBuffer(1, length, ctx.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2;
  const source = new AudioBufferSourceNode(ctx, { buffer });
  const filter = new BiquadFilterNode(ctx, { type: 'bandpass', frequency: pitch, Q: 0.8 });
  source.connect(filter).connect(new GainNode(ctx, { gain: loud })).connect(ctx.destination);
  source.start(at);
}

function thud(ctx: AudioContext, at: number, pitch: number): void {
  bell(ctx, at, pitch, 0.18, 0.12);
}

function bell(ctx: AudioContext, at: number, pitch: number, loud: number, seconds: number): void {
  const tone = new OscillatorNode(ctx, { frequency: pitch, type: 'sine' });
  const gain = new GainNode(ctx, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  tone.connect(gain).connect(ctx.destination);
  tone.start(at);
  tone.stop(at + seconds);
}
