// The server's clock, as far as its last message told: devices disagree about the time.

let ahead = 0;

export function tell(now: number): void {
  ahead = now - Date.now();
}

export const serverNow = (): number => Date.now() + ahead;
