import { useRef, useState } from 'react'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

/** One thing at a time that somebody does in the room; what fails is said, and the answer is whether it worked. */
export function useRoomAction(
  failText = '没有成功，请再试一次',
): [busy: boolean, act: (work: () => Promise<unknown>, doneText?: string) => Promise<boolean>] {
  const [busy, setBusy] = useState(false)
  // A second press comes before the button looks busy; the button isn't disabled, so that it keeps the focus.
  const isRunning = useRef(false)
  const act = async (work: () => Promise<unknown>, doneText?: string): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setBusy(true)
    try {
      await work()
      if (doneText) toast(doneText)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // A message for the user has been shown by whoever reacts to codes.
      if (error.code === Code.Fail || error.code === Code.NotFound)
        toast(error.status === 200 ? error.message || failText : failText, 'bad')
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return [busy, act]
}
