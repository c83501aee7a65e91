import type { Api, CallInput, CallOptions } from '#shared/contract/calls.ts'

export const preUpload = (api: Api, input: CallInput<'GET /api/common/pre-upload'>, options?: CallOptions) =>
  api.call('GET /api/common/pre-upload', input, options)
