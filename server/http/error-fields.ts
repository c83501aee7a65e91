/** What a log says of an error: never what a visitor typed. */
export interface ErrorFields {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly [field: string]: unknown
}

const longestMessage = 1000
const longestStack = 4000
const longestField = 200
const mostInside = 5
const deepest = 3

/**
 * Fields that name a place or a kind. An error's other fields hold what it was about: a database's `detail` and `where` the
 * row, `query` and `parameters` the statement with its values, Kysely's `node` both.
 */
const loggedFields = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
  'errno',
  'syscall',
  'address',
  'port',
  'status',
  'fault',
] as const

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** PostgreSQL's own errors, from a server or from the embedded one: a five-character SQLSTATE and a severity. */
function isDatabaseError(error: Readonly<Record<string, unknown>>): boolean {
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) && typeof error.severity === 'string'
}

const identifier = /^[a-z_][a-z0-9_.]*$/i

/** Violated constraints and unknown names are told by identifiers in quotes; a syntax error's quotes hold the statement's text. */
function quotesNames(sqlState: string): boolean {
  return sqlState.startsWith('23') || (sqlState.startsWith('42') && sqlState !== '42601')
}

function maskMessage(message: string, error: Readonly<Record<string, unknown>>): string {
  if (!isDatabaseError(error)) return message
  if (quotesNames(String(error.code)))
    return message.replace(/"([^"]*)"/g, (quoted, name: string) => (identifier.test(name) ? quoted : '"…"'))
  // From the first to the last: a value may have quotes of its own.
  const [first, last] = [message.indexOf('"'), message.lastIndexOf('"')]
  const masked = first < 0 ? message : `${message.slice(0, first)}"…"${last > first ? message.slice(last + 1) : ''}`
  return masked.replace(/\b0x[0-9a-f]+/gi, '0x…')
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** The calls of a stack without the message above them, which may have lines of its own. */
function framesOf(stack: string, message: string): string {
  const at = stack.indexOf(message)
  const rest = at < 0 ? stack : stack.slice(at + message.length)
  return rest
    .split('\n')
    .filter((line) => /^ {4}at \S/.test(line))
    .join('\n')
}

function typeOf(error: Readonly<Record<string, unknown>>): string {
  const { constructor: made, name } = error
  return (typeof made === 'function' && made.name) || (typeof name === 'string' && name) || 'Error'
}

/**
 * The serializer of errors for every log line. Keeps type, message, calls and fields that name a place; of a database's
 * faults no value of a row or a statement. What isn't an error comes back as the word for its type.
 */
export function errorFields(error: unknown, depth = 0): ErrorFields | string {
  if (!isObject(error) || typeof error.message !== 'string')
    return typeof error === 'string' ? cut(error, longestMessage) : typeof error
  const message = cut(maskMessage(error.message, error), longestMessage)
  const stack = typeof error.stack === 'string' ? cut(framesOf(error.stack, error.message), longestStack) : ''
  const fields: Record<string, unknown> = {}
  for (const name of loggedFields) {
    const value = error[name]
    if (typeof value === 'number') fields[name] = value
    if (typeof value === 'string') fields[name] = cut(value, longestField)
  }
  if (depth < deepest && error.cause !== undefined) fields.cause = errorFields(error.cause, depth + 1)
  if (depth < deepest && Array.isArray(error.errors))
    fields.errors = error.errors.slice(0, mostInside).map((one: unknown) => errorFields(one, depth + 1))
  const type = typeOf(error)
  return { type, message, stack: `${type}: ${message}${stack === '' ? '' : `\n${stack}`}`, ...fields }
}
