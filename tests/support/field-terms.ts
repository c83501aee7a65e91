/**
 * Terms of the field that stand in a textbook's table of contents or name a tool, and that courses of the demo are called
 * by, too. A synonym may lead to them; to any other name of a course it may not. Each one is to be argued for.
 */
export const fieldTerms: ReadonlySet<string> = new Set(
  `python;pandas;时间序列;mysql;redis;linux;javascript;typescript;react;node.js;spring boot;go 语言;docker;消息队列;动态规划;二分查找;
  字符串匹配;webgpu;three.js;光线追踪;p5.js;canvas;航拍;预告片;premiere;动态海报;素材管理;二级调色;自然光;拟音;视唱练耳;对位法;
  灵活就业;需求文档;数据指标;活动策划;竞品分析;用户访谈;可用性测试;优先级;应收账款;成本核算;个人所得税;ui 设计;辅助图形;设计系统;
  空状态;微交互`
    .split(';')
    .map((term) => term.trim()),
)
