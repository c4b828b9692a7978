/** A number as it is printed, with a true minus. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n));
