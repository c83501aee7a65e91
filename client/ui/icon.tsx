import type { ReactNode } from 'react'

const shapes = {
  search: 'M14.5 9a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM13.2 13.2l4 4',
  bell: 'M4 14.5h12l-1.6-2.4V8.6a4.4 4.4 0 0 0-8.8 0v3.5zM8.4 17h3.2',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  close: 'm5 5 10 10M15 5 5 15',
  down: 'm5 8 5 5 5-5',
  right: 'm8 5 5 5-5 5',
  left: 'm12 5-5 5 5 5',
  up: 'M10 16.5V4M5 9l5-5 5 5',
  phone: 'M6 2.5h8v15H6zM9 15h2',
  chat: 'M3 4.5h14v9H9.5L6 16.8v-3.3H3z',
  edit: 'm4 16 .9-3.6L13.5 3.8l2.7 2.7-8.6 8.6z',
  mail: 'M2.5 5h15v10.5h-15zM2.5 5.5 10 11l7.5-5.5',
  play: 'M6.5 4v12l9.5-6z',
  clock: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0zM10 5.5V10l3 2',
  user: 'M13.2 7a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0zM3.5 17c.8-3.6 3.2-5.2 6.5-5.2s5.7 1.6 6.5 5.2',
  lock: 'M4.5 9h11v8h-11zM7 9V6.5a3 3 0 0 1 6 0V9',
  check: 'm4 10.5 4 4 8-9',
  refresh: 'M16 10a6 6 0 1 1-1.8-4.3M16 3v4h-4',
  trash: 'M4 6h12M8 6V3.5h4V6M5.5 6l.7 11h7.6l.7-11',
  calendar: 'M3 5h14v12H3zM3 9h14M7 3v4M13 3v4',
  star: 'm10 3 2.1 4.6 5 .6-3.7 3.4 1 5L10 14.1l-4.4 2.5 1-5L2.9 8.2l5-.6z',
} as const

export type IconName = keyof typeof shapes

/** A line drawing beside words; hidden from readers, so the words must say it. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
