/** The slide captcha's measures in pixels (spec §9): picture, piece, bar, the fixed y, and how far from the true place still passes. */
export const slide = { width: 310, height: 155, block: 47, bar: 40, y: 5, tolerance: 5 } as const
/** Letters of the picture captcha. */
export const imageCaptchaLength = 4
