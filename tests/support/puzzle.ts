/** Where the piece of a slide puzzle belongs, as a developer reads it on the page of accounts: no program finds it by looking. */
export async function findHoleOf(
  token: string,
  base: string = `http://127.0.0.1:${process.env.E2E_PORT}`,
): Promise<number> {
  const answer = await fetch(`${base}/dev/accounts`)
  const x = new RegExp(`<code>${token}</code></td><td><code>(\\d+)<`).exec(await answer.text())?.[1]
  if (!x) throw new Error('The page of accounts doesn’t show this puzzle.')
  return Number(x)
}
