import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

/** Runs a later step of a flow; when its ticket is over (3001), says so and goes back to the first. */
export async function orBackToStart(work: () => Promise<void>, goBack: () => void): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== Code.ResetStep) throw error
    toast(error.message, 'bad')
    goBack()
  }
}
