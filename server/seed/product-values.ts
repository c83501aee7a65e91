import { createRandom } from './pictures/random.ts'

const firstPublished = Date.parse('2023-09-01T02:00:00Z')
const lastPublished = Date.parse('2025-06-30T02:00:00Z')

/** A minute of two school years, told by the name. */
export function publishedAt(name: string): Date {
  const random = createRandom(`published/${name}`)
  return new Date(Math.round(random.float(firstPublished, lastPublished) / 60_000) * 60_000)
}

/** Whole yuan as the columns of a product. */
export function prices(
  price: number,
  originPrice: number | undefined,
): { isCharge: boolean; priceFen: number; originPriceFen: number | null } {
  return {
    isCharge: price > 0,
    priceFen: price * 100,
    originPriceFen: originPrice === undefined ? null : originPrice * 100,
  }
}
