import { toast } from '#client/ui/toast-store.ts'

/** Copies a text and says so; where the browser doesn't let it, shows the text to be copied by hand. */
export async function copyText(
  text: string,
  { done, byHand = '复制这个地址' }: { done: string; byHand?: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(done)
  } catch {
    window.prompt(byHand, text)
  }
}
