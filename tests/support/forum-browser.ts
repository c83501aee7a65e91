import type { Page } from 'playwright/test'
import { makePicture } from './upload-samples.ts'

/** A picture as somebody chooses it. */
export const picture = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await makePicture(400, 300).png().toBuffer(),
})

export const editor = (page: Page) => page.getByRole('textbox', { name: '正文' })
export const titleField = (page: Page) => page.getByRole('textbox', { name: '标题', exact: true })
export const saved = (page: Page) => page.getByText(/^草稿 .* 存好了$/)
