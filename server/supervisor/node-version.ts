import { ConfigError } from '#server/config/config.ts'

/** The first Node whose `crypto` has Argon2, by which passwords are kept. */
const oldest = [24, 7] as const

/** Throws one sentence for a Node that the backend can't run on; `version` like '24.21.0'. */
export function checkNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return
  throw new ConfigError(
    `The site runs on Node ${oldest.join('.')} or newer, and this is ${version}; "npm start" brings its own.`,
  )
}
