/** The article categories in the order of the list page. */
export const articleCategories: readonly { name: string; path: string }[] = [
  { name: '创作心得', path: 'making' },
  { name: '学习方法', path: 'learning' },
  { name: '行业观察', path: 'industry' },
  { name: '老师专栏', path: 'teachers' },
  { name: '学员故事', path: 'stories' },
  { name: '工具与技巧', path: 'tools' },
  { name: '学习资料', path: 'materials' },
  { name: '素材', path: 'sources' },
  { name: '职业发展', path: 'career' },
  { name: '学校消息', path: 'news' },
]
