import type * as z from 'zod/mini'
import type { Contract } from '#shared/contract/index.ts'

type Endpoints = { [N in keyof Contract]: Contract[N][keyof Contract[N]] }[keyof Contract]

/** 'GET /api/course/course-detail' and so on: the literal routes of the contract. */
export type CallRoute = Endpoints['route']

// Tables by route: picking a route's endpoint out of the union for each use costs the compiler a minute.
type Inputs = { [E in Endpoints as E['route']]: z.input<E['input']> }
type Outputs = { [E in Endpoints as E['route']]: z.output<E['output']> }

export type CallInput<R extends CallRoute> = Inputs[R]
export type CallOutput<R extends CallRoute> = Outputs[R]

/** How a call is made. */
export interface CallOptions {
  readonly signal?: AbortSignal
}

/**
 * The typed way to call the contract. Three transports implement it: the browser's fetch, the server's
 * keep-alive client during rendering, and tests. It answers the body of code 1 and throws `ApiError` for anything else.
 * Routes are literals checked by the compiler, so that no schema reaches the browser's bundle.
 */
export interface Api {
  call<R extends CallRoute>(route: R, input: CallInput<R>, options?: CallOptions): Promise<CallOutput<R>>
}
