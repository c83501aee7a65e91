import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { intBetween, Text } from '#shared/contract/fields.ts'

/** Uploads (spec §7): ask, PUT the file to `uploadUrl`, then use `resUrl`. */
export const uploadApi = {
  preUpload: endpoint('GET /api/common/pre-upload', {
    access: 'user',
    writes: 'steps',
    input: z.object({
      contentType: z.string().check(z.maxLength(128)),
      /** The file's own name: shown and used for its extension, never as a path. */
      name: z.string().check(z.minLength(1), z.maxLength(255)),
      /** A hint of what it is for: 'avatar' has a smaller limit, 'study' is seen by who it concerns only. */
      key: z._default(z.string().check(z.maxLength(255)), ''),
      /** 32 hex digits. */
      md5: z.string().check(z.regex(/^[0-9a-f]{32}$/i)),
      /** Bytes; bound into the upload address. */
      size: z.optional(intBetween(0, 999_999_999_999)),
    }),
    output: z.object({
      /** '' when the same file is stored already: nothing is to be sent. */
      uploadUrl: Text,
      resUrl: Text,
      contentType: Text,
    }),
  }),
}
