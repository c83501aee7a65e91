import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

export const agreementTextQuery = (api: Api, input: CallInput<'GET /api/common/agreement'>) =>
  callQuery(api, 'GET /api/common/agreement', input)
