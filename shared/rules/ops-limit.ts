/** Wrong tokens at `/ops` and `/metrics` from one address, then 429: the right one can't be sifted out. */
export const opsGuesses = { points: 20, seconds: 900 } as const
