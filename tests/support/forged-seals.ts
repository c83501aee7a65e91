const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** `text` with each other last sign: a seal of 32 bytes ends on one that has two bits over, so three of these stand for the same bytes. */
export function otherLastSigns(text: string): string[] {
  return [...signs].filter((sign) => !text.endsWith(sign)).map((sign) => text.slice(0, -1) + sign)
}
