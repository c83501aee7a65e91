import { createContext, useContext } from 'react'
import type { CommonData } from '#client/features/common/common-data.ts'
import type { Api, CallOutput } from '#shared/contract/calls.ts'

/** Facts of the deployment that the client needs. */
export interface SiteEnv {
  origin: string
  brandName: string
  /** '' in production. */
  envLabel: string
  /** Stylesheets of each page by its id, and of parts that load later by their file's name. */
  css: Readonly<Record<string, readonly string[]>>
}

export interface AppContextValue {
  api: Api
  common: CommonData
  env: SiteEnv
  /** In the browser: the learner for whom the server rendered the page, as it knew them. */
  madeFor?: CallOutput<'GET /api/user/info'> | undefined
}

export const AppContext = createContext<AppContextValue | undefined>(undefined)

/** The page-wide values: the calls, the common data and the deployment's facts. */
export function useApp(): AppContextValue {
  const value = useContext(AppContext)
  if (!value) throw new Error('useApp needs AppContext')
  return value
}
