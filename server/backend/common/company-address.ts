import { isIP } from 'node:net'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import { isInRanges } from './address-ranges.ts'
import { isInCompanyRanges } from './common-store.ts'

/** Whether an address is the company's: in the ranges of the setting or of the table; junk isn't. */
export async function isCompanyAddress(
  { config, db }: Pick<CallContext, 'config' | 'db'>,
  address: string,
): Promise<boolean> {
  if (isIP(address) === 0) return false
  return isInRanges(address, config.companyIpRanges) || (await isInCompanyRanges(db, address))
}
