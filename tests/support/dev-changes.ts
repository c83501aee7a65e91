import type { Page } from 'playwright/test'
import type { DevSite } from './dev-site.ts'

// One change of each kind that a developer makes; each resolves when it is seen.

/** The page in which the changes are looked at. */
export async function openSignUp(page: Page, site: DevSite): Promise<void> {
  await page.goto(`${site.base}/register`)
  await page.waitForSelector('html[data-hydrated]')
  await page.waitForFunction(() => 'devModules' in globalThis)
}

export async function changeStyle(page: Page, site: DevSite): Promise<void> {
  site.edit('client/features/login/auth-frame.module.css', (text) => `${text}\nh1 { outline: 7px solid red }\n`)
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading !== null && getComputedStyle(heading).outlineWidth === '7px'
  })
}

export async function changeComponent(page: Page, site: DevSite): Promise<void> {
  site.edit('client/features/login/register-form.tsx', (text) => text.replace('同学们怎么叫你', '换了一个词'))
  await page.getByPlaceholder('换了一个词').first().waitFor()
}

/** The words of a refusal, asked for until they are others. */
export async function changeHandler(site: DevSite): Promise<void> {
  site.edit('server/backend/community/plate-store.ts', (text) =>
    text.replace('throw new ApiError(Code.NotFound)', "throw new ApiError(Code.NotFound, '换了一句话')"),
  )
  const ask = async (): Promise<string> => {
    const answer = await fetch(`${site.base}/api/post/category-detail?id=987654`, { headers: { reqSource: 'pcSite' } })
    return answer.text()
  }
  while (!(await ask().catch(() => '')).includes('换了一句话')) await new Promise((resolve) => setTimeout(resolve, 50))
}
