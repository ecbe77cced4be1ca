/** Signatures of reads already seen, kept in this process: a replayed read only repeats what its sender already saw. */
export class SpentNonces {
  private readonly keys = new Map<string, number>();

  /** False where the key was spent before. Times in Unix ms. */
  spend(key: string, expiresAt: number): boolean {
    if (this.keys.has(key)) return false;
    this.keys.set(key, expiresAt);
    return true;
  }

  sweep(now: number): void {
    for (const [key, expiresAt] of this.keys) if (expiresAt <= now) this.keys.delete(key);
  }
}
