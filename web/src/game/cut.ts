/** A cut of the cards: something random that the server could not foresee when it sealed the deal. */
export function newCut(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
