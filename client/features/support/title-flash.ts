const flashMs = 5000
const stepMs = 500
const sign = '【新消息】'

let end: (() => void) | undefined

/** Flashes the page's title for five seconds; the title that the page has by then stays. */
export function flashTitle(): void {
  end?.()
  const plain = (): string => (document.title.startsWith(sign) ? document.title.slice(sign.length) : document.title)
  const timer = window.setInterval(() => {
    document.title = document.title.startsWith(sign) ? plain() : sign + plain()
  }, stepMs)
  document.title = sign + plain()
  const stop = window.setTimeout(() => end?.(), flashMs)
  end = () => {
    window.clearInterval(timer)
    window.clearTimeout(stop)
    document.title = plain()
    end = undefined
  }
}
