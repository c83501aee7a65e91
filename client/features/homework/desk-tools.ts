/** What the hand holds. */
export type DeskTool = 'pen' | 'circle' | 'pin' | 'wipe'

interface ToolWords {
  readonly tool: DeskTool
  readonly text: string
  readonly key: string
  /** A line drawing in 20 units. */
  readonly shape: string
}

export const deskTools: readonly ToolWords[] = [
  { tool: 'pen', text: '红笔', key: 'P', shape: 'm4 16 .9-3.6L13.500 3.800l2.700 2.700-8.600 8.600z' },
  {
    tool: 'circle',
    text: '圈',
    key: 'O',
    shape: 'M12 4C7 3 3.500 6 3.500 10S7 16.500 11 16.500 17 13 16.500 9.500 13 4 9 4.500',
  },
  {
    tool: 'pin',
    text: '钉',
    key: 'N',
    shape:
      'M10 17.500C6 12.500 4.800 10.500 4.800 8a5.200 5.200 0 0 1 10.400 0c0 2.500-1.200 4.500-5.200 9.500zM10 7.200v1.600',
  },
  { tool: 'wipe', text: '擦', key: 'E', shape: 'm3.500 13 8-9 5 4.500-8 9H5.500zM7 9l5 4.500' },
]

/** Other things that the desk does, and their shapes. */
export const deskShapes = {
  zoomIn: 'M13 13l4 4M8.500 3.500a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM8.500 6v5M6 8.500h5',
  zoomOut: 'M13 13l4 4M8.500 3.500a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM6 8.500h5',
  turn: 'M15.500 7A6.300 6.300 0 1 0 16.300 11M16.500 3v4.500H12',
  undo: 'M4 8h8a4 4 0 0 1 0 8H8M7 4.500 3.500 8 7 11.500',
  redo: 'M16 8H8a4 4 0 0 0 0 8h4M13 4.500 16.500 8 13 11.500',
} as const
