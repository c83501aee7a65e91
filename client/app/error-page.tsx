import { type ReactNode, useEffect, useState } from 'react'
import { NoOrder } from '#client/app/no-order.tsx'
import { navigate } from '#client/browser/navigation.ts'
import { methodRefused } from '#client/pages/page-outcome.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Cell } from '#client/ui/cell.tsx'
import css from './error-page.module.css'

const homeSeconds = 5

/** Counts down from five and goes home; stops for good when asked to, or when the page is left. */
function useWayHome(): { seconds: number; stopped: boolean; stop: () => void } {
  const [seconds, setSeconds] = useState(homeSeconds)
  const [stopped, setStopped] = useState(false)
  useEffect(() => {
    if (stopped) return
    if (seconds === 0) {
      navigate('/')
      return
    }
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds, stopped])
  return { seconds, stopped, stop: () => setStopped(true) }
}

function NotFound({ message }: { message: string }): ReactNode {
  const { seconds, stopped, stop } = useWayHome()
  // Any link means that the visitor has chosen; keys and clicks in the header count as well.
  useEffect(() => {
    const handleClick = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest('a')) stop()
    }
    document.addEventListener('click', handleClick, true)
    return () => document.removeEventListener('click', handleClick, true)
  })
  return (
    <div className={css.error}>
      <Cell mark="缺" />
      <h1 className={css.title}>{message}</h1>
      <p className="muted">{stopped ? '没有这一页，或者它已经搬走了' : `${seconds} 秒后回到首页`}</p>
      <p className={css.actions}>
        <ButtonLink tone="primary" href="/">
          现在回首页
        </ButtonLink>
        {stopped ? null : (
          <Button tone="quiet" onClick={stop}>
            停留在此页
          </Button>
        )}
      </p>
    </div>
  )
}

/** What was here is gone for good; where the rest of its kind is. */
const waysOn: readonly { text: string; href: string }[] = [
  { text: '课程', href: '/course' },
  { text: '系统班', href: '/classes' },
  { text: '文章', href: '/article' },
  { text: '学员作品', href: '/works' },
  { text: '社区', href: '/bbs/plate' },
]

function Gone({ message }: { message: string }): ReactNode {
  return (
    <div className={css.error}>
      <Cell mark="撤" />
      <h1 className={css.title}>{message}</h1>
      <p className="muted">这一页原来有内容，后来撤下了，不会再回到这个地址。别处还有很多可看的：</p>
      <p className={css.actions}>
        <ButtonLink tone="primary" href="/">
          回首页
        </ButtonLink>
        {waysOn.map(({ text, href }) => (
          <ButtonLink key={href} tone="quiet" href={href}>
            {text}
          </ButtonLink>
        ))}
      </p>
    </div>
  )
}

function Broken({ message }: { message: string }): ReactNode {
  return (
    <div className={css.error}>
      <Cell mark="断" tone="pen" />
      <h1 className={css.title}>{message}</h1>
      <p className="muted">可能是网络断了一下，稍后再试一次</p>
      <p className={css.actions}>
        <Button tone="primary" onClick={() => location.reload()}>
          重试
        </Button>
        <ButtonLink tone="quiet" href="/">
          回首页
        </ButtonLink>
      </p>
    </div>
  )
}

function WrongMethod({ message }: { message: string }): ReactNode {
  return (
    <div className={css.error}>
      <Cell mark="止" tone="pen" />
      <h1 className={css.title}>{message}</h1>
      <p className="muted">这个地址只能打开，不能向它提交内容。刚才填的没有保存，请回到原来的页面再试</p>
      <p className={css.actions}>
        <ButtonLink tone="primary" href="/">
          回首页
        </ButtonLink>
      </p>
    </div>
  )
}

/** The page of a status other than 200. */
export function ErrorPage({ status, message }: { status: number; message: string | undefined }): ReactNode {
  if (status === 404) return <NotFound message={message || '内容不存在'} />
  if (status === 410) return <Gone message={message || '内容已下架'} />
  if (status === 405 && message === methodRefused) return <WrongMethod message={message} />
  if (status === 405) return <NoOrder message={message} />
  return <Broken message={message || '服务器错误'} />
}
