import type * as z from 'zod/mini'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { ownValue } from '#shared/own-value.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { StaffCallContext } from '#server/backend/audit/staff-call.ts'

type SessionOf<E extends Endpoint> = E['access'] extends 'public' ? Session | undefined : Session

/** Whoever writes for staff says what they did: there is `acts` for it. */
type ContextOf<E extends Endpoint> = E['access'] extends 'staff' ? StaffCallContext : CallContext

/** Answers one endpoint: gets its parsed input, returns its body or throws `ApiError`. */
export type Handler<E extends Endpoint> = (
  ctx: ContextOf<E>,
  input: z.output<E['input']>,
  session: SessionOf<E>,
) => Promise<z.input<E['output']>>

/** The handlers of one noun: a missing one or a wrong field is a compile error. */
export type Handlers<A extends Record<string, Endpoint>> = { readonly [K in keyof A]: Handler<A[K]> }

type AnyHandler = (ctx: CallContext, input: unknown, session: Session | undefined) => Promise<unknown>

export interface Binding {
  readonly endpoint: Endpoint
  readonly handler: AnyHandler
}

/** Pairs each endpoint of a noun with its handler. */
export function bind<A extends Record<string, Endpoint>>(api: A, handlers: Handlers<A>): Binding[] {
  return Object.entries(api).map(([key, endpoint]) => ({
    endpoint,
    handler: ownValue<unknown>(handlers, key) as AnyHandler,
  }))
}
