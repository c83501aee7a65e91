/** Milliseconds of a day. Shanghai has no summer time: all of its days are as long. */
export const dayMs = 86_400_000
