/** What learners can give in a room, with the thing on its picture. */
export const gifts: readonly { name: string; icon: 'plant' | 'medal' | 'bulb' | 'flag' | 'note' | 'pen' | 'book' | 'leafcat' }[] = [
  { name: '一盆绿植', icon: 'plant' },
  { name: '金奖章', icon: 'medal' },
  { name: '灵感', icon: 'bulb' },
  { name: '锦旗', icon: 'flag' },
  { name: '一段旋律', icon: 'note' },
  { name: '好笔', icon: 'pen' },
  { name: '好书', icon: 'book' },
  { name: '橘猫', icon: 'leafcat' },
]
