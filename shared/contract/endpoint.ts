import type * as z from 'zod/mini'
import { Code } from '#shared/contract/codes.ts'
import type { Right } from '#shared/contract/staff-rights.ts'

/** Who may call: everybody, a logged-in learner, or staff. */
export type Access = 'public' | 'user' | 'staff'

/**
 * false: reads. 'one': the handler runs in one transaction. 'steps': the handler opens its own
 * (`ctx.tx`) because a wrong try must count though the call fails. Endpoints that write, the GETs among them,
 * are refused across sites.
 */
export type Writes = false | 'one' | 'steps'

/** The five services of the spec (§7); each may have a base URL of its own. */
export type Service = 'site' | 'play' | 'paycenter' | 'mindLive' | 'adServer'

export type Route = `${'GET' | 'POST'} /${string}`

type Schema = z.ZodMiniType

/** One call of the contract: what may be asked and what is answered. */
export interface Endpoint<
  R extends Route = Route,
  I extends Schema = Schema,
  O extends Schema = Schema,
  A extends Access = Access,
> {
  readonly route: R
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly service: Service
  readonly access: A
  /** Of a staff call: what the caller must hold. */
  readonly right: Right | undefined
  readonly writes: Writes
  /** What who isn't logged in is told by a call that needs it; 401 asks in a dialog that can be closed. */
  readonly loginCode: LoginCode
  /**
   * A public read that says the same to everybody: its handler learns nothing of who asks (no session, cookie or address), so the
   * web processes may keep what it answers for as long as the page that shows it.
   */
  readonly sameForAll: boolean
  readonly input: I
  readonly output: O
}

export type LoginCode = typeof Code.LoginTimeout | typeof Code.LogoutCode

/** A staff call names its right; every other has none. */
type RightOf<A extends Access> = A extends 'staff' ? { right: Right } : { right?: undefined }

/** Only what is public and writes nothing can be the same for everybody. */
type SameForAll = { sameForAll?: false } | { sameForAll: true; access?: 'public'; writes?: false }

/** A POST says whether it writes: one that kept silent would be answered to any site's form. */
type WritesOf<R extends Route> = R extends `POST ${string}` ? { writes: Writes } : { writes?: Writes }

/** Declares a call; `route` is written here once and is the key by which the client calls it. */
export function endpoint<R extends Route, I extends Schema, O extends Schema, A extends Access = 'public'>(
  route: R,
  options: { input: I; output: O; access?: A; service?: Service; loginCode?: LoginCode } & WritesOf<R> &
    RightOf<A> &
    SameForAll,
): Endpoint<R, I, O, A> {
  const space = route.indexOf(' ')
  return {
    route,
    method: route.slice(0, space) as 'GET' | 'POST',
    path: route.slice(space + 1),
    service: options.service ?? 'site',
    access: options.access ?? ('public' as A),
    right: options.right,
    writes: options.writes ?? false,
    loginCode: options.loginCode ?? Code.LoginTimeout,
    sameForAll: options.sameForAll ?? false,
    input: options.input,
    output: options.output,
  }
}
