import type { Edge, EdgeStatistics, EntrySummary } from '#server/edge/edge.ts'
import type { Gather } from '#server/process/gather.ts'

/** The page caches of all web processes of this machine. */
export interface OpsCacheView {
  /** Sums, how many processes they are of, and how many didn't answer. */
  statistics(): Promise<EdgeStatistics & { workers: number; silent: number }>
  /** Stored answers of each process. */
  entries(filter: { key?: string; tag?: string }): Promise<readonly (EntrySummary & { worker: number })[]>
}

/** Creates the view: which process a request of operators reaches is chance, so each asks the others. */
export function createOpsCache(edge: Edge, gather: Gather): OpsCacheView {
  const own = (filter: object): (EntrySummary & { worker: number })[] =>
    edge.entries(filter).map((entry) => ({ ...entry, worker: process.pid }))
  gather.offer('cache', () => edge.statistics())
  gather.offer('entries', (filter) => own((filter ?? {}) as object))
  return {
    async statistics() {
      const { values, missing } = await gather.ask('cache')
      const all = [edge.statistics(), ...(values as EdgeStatistics[])]
      const sum = (name: keyof EdgeStatistics): number => all.reduce((total, one) => total + one[name], 0)
      const sums = {
        pages: sum('pages'),
        bytes: sum('bytes'),
        notFound: sum('notFound'),
        tags: sum('tags'),
        flights: sum('flights'),
        purges: sum('purges'),
      }
      return { ...sums, workers: all.length, silent: missing }
    },
    async entries(filter) {
      const { values } = await gather.ask('entries', filter)
      return [...own(filter), ...(values as (EntrySummary & { worker: number })[][]).flat()]
    },
  }
}
