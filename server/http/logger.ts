import { createRequire } from 'node:module'
import { type Logger, type LoggerOptions as LoggerOptionsOfPino, pino } from 'pino'
import { errorFields } from './error-fields.ts'
import { boundLine } from './line-length.ts'
import { redactLine } from './redact.ts'

export type { Logger } from 'pino'

export interface LoggerOptions {
  readonly level: string
  /** Readable lines for a person at a terminal, when pino-pretty is installed. */
  readonly pretty?: boolean
  /** Goes with every line: which part of the site wrote it. */
  readonly name?: string
  /** Replaces standard output, in tests. */
  readonly write?: (line: string) => void
}

/** Nobody reads more of one line, and a collector takes no longer ones. */
const longestLine = 16 * 1024

interface LineWriter {
  write(line: string): void
}

function prettyWriter(): LineWriter | undefined {
  try {
    const pretty = createRequire(import.meta.url)('pino-pretty') as (options: object) => LineWriter
    return pretty({ colorize: process.stdout.isTTY, sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
  } catch {
    return undefined
  }
}

function jsonWriter(): LineWriter {
  // Buffered: a line a request must not cost a system call a request. What is left is written when the process ends.
  const destination = pino.destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 1000 } as Parameters<
    typeof pino.destination
  >[0])
  process.on('exit', () => destination.flushSync())
  return destination
}

/** Creates the logger: one JSON object of bounded length a line, UTC times, nothing personal or secret in it. */
export function createLogger({ level, pretty = false, name, write }: LoggerOptions): Logger {
  const target: LineWriter = write ? { write } : ((pretty ? prettyWriter() : undefined) ?? jsonWriter())
  // Without a text of the caller's own pino would take the error's, as it stands.
  const hooks: LoggerOptionsOfPino['hooks'] = {
    logMethod(args, method) {
      const [first, text] = args as unknown as [unknown, unknown]
      if (text !== undefined || typeof first !== 'object' || first === null) return method.apply(this, args)
      if (first instanceof Error) return method.call(this, { err: first }, 'error')
      return 'err' in first ? method.call(this, first, 'error') : method.apply(this, args)
    },
  }
  const options = {
    level,
    hooks,
    base: name === undefined ? undefined : { name },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorFields, error: errorFields },
  }
  return pino(options, { write: (line: string) => target.write(redactLine(boundLine(line, longestLine))) })
}
