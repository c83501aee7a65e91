import { expect, test } from 'vitest'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { createCommonStore } from './common-store.ts'

test('who answers learners is known without the backend', async () => {
  const chat = {
    chatKind: 'inbox' as const,
    chatPages: ['/course*'],
    chatScript: 'https://inbox.test/packs/js/sdk.js',
    chatInbox: { url: 'https://inbox.test', websiteToken: 'token' },
  }
  const api: Api = {
    call: async () => {
      throw new ApiError(Code.Fail)
    },
  }
  const store = createCommonStore({ api, brandName: '学园', servicePhone: '020-29075715', chat, elapsed: () => 0 })
  const { data, degraded } = await store.get()
  expect(degraded).toBe(true)
  expect(data.config).toMatchObject(chat)
})
