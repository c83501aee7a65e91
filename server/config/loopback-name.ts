/** Whether an address to listen on or a host's name, without its port, is this machine alone. */
export function isLoopbackName(name: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[?::1\]?)$/i.test(name)
}
