import { type PGlite, parse, protocol, type Results } from '@electric-sql/pglite'
import type { PGlite as KyselyPGlite, PGliteTransaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import { stopForGone } from '#server/backend/base/asker.ts'
import { type Column, readRows } from './embedded-rows.ts'
import { hasOnePlan } from './one-plan.ts'

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]

interface Plan {
  /** Under which the session knows it. */
  readonly name: string
  readonly paramTypes: readonly number[]
  /** Its first plan is kept, whatever the values. */
  readonly isOnly: boolean
  /** Of its rows; none for a statement without. */
  readonly columns: readonly Column[]
  /** The same as the message that it came in. */
  readonly description: readonly Message[]
}

/** A statement's text that has come before; once it has come often enough, it is prepared. */
interface Statement {
  seen: number
  plan?: Plan
  /** Another one has its place: whoever asked for it before that, and still waits for a turn, is its last. */
  isForgotten?: true
}

/** A text that comes for the third time comes again. */
const preparedAfter = 2
/** Each prepared statement keeps its plan in memory. */
const mostStatements = 300
/** A plan knows its tables as large as they were; nothing tells it of their growth, because the embedded database has no autovacuum. */
const planMs = 10 * 60_000
const longestText = 20_000
const planningModes = { one: 'set plan_cache_mode = force_generic_plan', usual: 'set plan_cache_mode = auto' } as const
const changesSchema = /^\s*(?:create|alter|drop|truncate)\b/i

/** The library's own messages; throws the first error among them. */
function readMessages(answer: Uint8Array): Message[] {
  const messages: Message[] = []
  new protocol.Parser().parse(answer, (message) => void messages.push(message))
  const error = messages.find((message) => message instanceof protocol.messages.DatabaseError)
  if (error) throw error
  return messages
}

const execution = (statement: string, values: (string | null)[] = []): Uint8Array[] => [
  protocol.serialize.bind({ statement, values }),
  protocol.serialize.execute({}),
]

const join = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))

/**
 * The embedded database with prepared statements: PGlite parses and plans each statement anew and asks for it in five
 * rounds; a statement that comes often takes one round here and keeps its plan, as PostgreSQL's protocol is meant to be
 * used (extended query, "Named prepared statements"). Everything else goes PGlite's way. Kysely asks for one at a time.
 */
export class EmbeddedStatements implements KyselyPGlite {
  readonly #pglite: PGlite
  readonly #statements: LRUCache<string, Statement>
  /** Names whose plans nobody will ask for again. */
  #dropped: string[] = []
  #named = 0
  #hasModes = false

  constructor(pglite: PGlite) {
    this.#pglite = pglite
    this.#statements = new LRUCache({
      max: mostStatements,
      ttl: planMs,
      ttlResolution: 0,
      perf: { now: () => Date.now() },
      dispose: (statement) => this.#forget(statement),
    })
  }

  get closed(): boolean {
    return this.#pglite.closed
  }

  get ready(): boolean {
    return this.#pglite.ready
  }

  get waitReady(): Promise<void> {
    return this.#pglite.waitReady
  }

  close(): Promise<void> {
    return this.#pglite.close()
  }

  /** Like `PGlite.query`: one statement, in a transaction of its own. */
  async query<T>(text: string, params: unknown[] = []): Promise<Results<T>> {
    // who asked may have gone while others had their turns
    stopForGone()
    const statement = this.#recall(text)
    if (!statement) return this.#pglite.query<T>(text, params)
    // between the statements of somebody's transaction there is no place for others
    return this.#pglite._runExclusiveTransaction(async () => {
      const result = await this.#run<T>(statement, text, params)
      await this.#pglite.syncToFs()
      return result
    })
  }

  /** Like `PGlite.transaction`. */
  transaction<T>(work: (trx: PGliteTransaction) => Promise<T>): Promise<T> {
    return this.#pglite.transaction((trx) =>
      work({
        query: <R>(text: string, params: unknown[] = []) => {
          const statement = this.#recall(text)
          return statement ? this.#run<R>(statement, text, params) : trx.query<R>(text, params)
        },
        rollback: () => trx.rollback(),
      }),
    )
  }

  /** The statement of a text that has come often enough. */
  #recall(text: string): Statement | undefined {
    // a plan holds to the columns it was made for
    if (changesSchema.test(text)) this.#statements.clear()
    if (text.length > longestText) return undefined
    const known = this.#statements.get(text)
    if (!known) {
      this.#statements.set(text, { seen: 1 })
      return undefined
    }
    known.seen += 1
    return known.seen > preparedAfter ? known : undefined
  }

  /** Its plan is given back with the next round. Who waits for it all the same has it prepared once more. */
  #forget(statement: Statement): void {
    statement.isForgotten = true
    if (statement.plan) this.#dropped.push(statement.plan.name)
    delete statement.plan
  }

  #run<T>(statement: Statement, text: string, params: readonly unknown[]): Promise<Results<T>> {
    return this.#pglite._runExclusiveQuery(async () => {
      try {
        statement.plan ??= await this.#prepare(text)
        const { name, paramTypes, columns, description, isOnly } = statement.plan
        const values = params.map((param, index) => this.#write(param, paramTypes[index] ?? 0))
        // A failure takes the mode back with everything else.
        const answer = await this.#send(
          ...(isOnly ? execution('one') : []),
          ...execution(name, values),
          ...(isOnly ? execution('usual') : []),
        )
        const result = readRows<T>(answer, columns, this.#pglite.parsers)
        if (result) return result
        const messages = [...description, ...readMessages(answer)]
        return parse.parseResults(messages, this.#pglite.parsers)[0] as Results<T>
      } catch (error) {
        throw error instanceof protocol.messages.DatabaseError ? Object.assign(error, { query: text, params }) : error
      } finally {
        if (statement.isForgotten) this.#forget(statement)
      }
    })
  }

  async #prepare(text: string): Promise<Plan> {
    const isOnly = hasOnePlan(text)
    if (isOnly && !this.#hasModes) await this.#prepareModes()
    this.#named += 1
    const name = `s${this.#named}`
    const messages = readMessages(
      await this.#send(protocol.serialize.parse({ name, text }), protocol.serialize.describe({ type: 'S', name })),
    )
    const description = messages.filter((message) => message instanceof protocol.messages.RowDescriptionMessage)
    return {
      name,
      isOnly,
      paramTypes: parse.parseDescribeStatementResults(messages),
      columns: description.flatMap(({ fields }) => fields.map((field) => ({ ...field }))),
      description,
    }
  }

  async #prepareModes(): Promise<void> {
    const parts = Object.entries(planningModes).map(([name, text]) => protocol.serialize.parse({ name, text }))
    readMessages(await this.#send(...parts))
    this.#hasModes = true
  }

  /** One round: what is asked, and the Sync that ends it, whether it fails or not. */
  async #send(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
    const closes = this.#dropped.map((name) => protocol.serialize.close({ type: 'S', name }))
    this.#dropped = []
    const answer: Uint8Array[] = []
    await this.#pglite.execProtocolRawStream(join([...closes, ...parts, protocol.serialize.sync()]), {
      syncToFs: false,
      // the memory that it lies in is used again; the library's own ways each say anew where their answers go
      onRawData: (part) => void answer.push(part.slice()),
    })
    return answer.length === 1 && answer[0] ? answer[0] : join(answer)
  }

  #write(param: unknown, type: number): string | null {
    if (param === null || param === undefined) return null
    const serialize = this.#pglite.serializers[type]
    return serialize ? serialize(param) : String(param)
  }
}
