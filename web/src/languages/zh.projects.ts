import { hundredths, number } from '../locale.ts'
import type { ProjectsTexts } from '../projects/strings.ts'

/** The texts of the projects pages in Simplified Chinese. */

const RENAME = 'rename_scene'

const toolLabels: Record<string, string> = {
  addScene: '创建',
  createSceneFromImage: '根据图片创建',
  editScene: '修改',
  editSceneWithImage: '根据图片重写',
  fixBrokenScene: '修复',
  changeDuration: '更改时长',
  create_project: '不用模型创建',
  restore_scene: '恢复',
}

export const projects: ProjectsTexts = {
  back: '所有项目',
  scenes: (n) => `${number.format(n)} 个场景`,
  changed: (age) => `${age}修改`,
  seconds: (n) => `${hundredths.format(n)} 秒`,
  frames: (n) => `${number.format(n)} 帧`,
  version: (n) => `版本 ${number.format(n)}`,
  total: (time) => `总时长 ${time}`,

  // The list of projects
  listFailed: '无法加载项目。',
  none: '还没有项目',
  noneHint: [
    '一个项目就是一段视频：一系列依次播放的场景。每个场景由模型编写成一个 React 组件。',
    '可以让已连接 Plotline 的智能体调用 addScene，也可以在这里创建项目。',
  ],
  exampleHint: '示例包含五个短场景，不需要模型。',
  openExample: '打开示例',
  openingExample: '正在创建…',
  exampleFailed: '未能创建示例。',
  newProject: '新建项目',
  projectName: '名称',
  projectHint: '发布宣传片',
  create: '创建项目',
  creating: '正在创建…',
  notCreated: '未能创建项目。',

  // A project
  more: (name) => `${name} 的更多操作`,
  renameProject: '项目名称',
  projectRenamed: (was, name) => `已重命名：${was} 现在叫 ${name}。`,
  projectNotRenamed: '项目未重命名。',
  renamedSince: '此项目之后又被重命名或删除，因此名称保持不变。',
  removeProject: {
    open: '删除',
    held: (name) => `${name} 及其场景将被删除`,
    done: (name) => `已删除：${name}。`,
    failed: '项目未删除。',
  },
  scenesOf: (project) => `${project} 的场景`,
  scenesFailed: '无法加载场景。',
  empty: '还没有场景',
  emptyHint: '此项目没有场景。',
  noProject: (project) => `未找到项目：${project}`,
  noProjectHint: '请检查地址。项目也可能属于另一个工作区。',
  createByScene: '或者用第一个场景创建它：',
  selectScene: '请选择一个场景。',
  notFound: '未找到场景。可能已被他人删除。',
  position: (n, of) => `第 ${number.format(n)} 个场景，共 ${number.format(of)} 个`,
  dragHandle: (name) => `拖动以移动 ${name}`,
  dragEdge: (name) => `拖动以更改 ${name} 的时长`,
  moved: (name, n, of) => `${name} 现在是第 ${number.format(n)} 个场景，共 ${number.format(of)} 个。`,
  earlier: '前移',
  later: '后移',
  notMoved: '顺序未更改。',

  // The whole project
  playAll: '全部播放',
  closeFilm: '关闭',
  film: (project) => `${project} 的所有场景`,
  filmAt: (n, of, name) => `${number.format(n)} / ${number.format(of)}：${name}`,
  filmFailed: (name) => `无法加载 ${name} 的预览。`,
  filmWaiting: '正在加载…',

  // A scene
  sceneFailed: '无法加载此场景。',
  allScenes: '所有场景',
  tabs: '场景的视图',
  preview: '预览',
  code: '代码',
  changes: '更改',
  previewFailed: '无法加载预览。',
  codeOf: (name) => `${name} 的代码`,
  lines: (n) => `${number.format(n)} 行`,
  copy: '复制',
  copied: '已复制',
  notCopied: '未复制：浏览器不允许。',
  oldVersion: (n, of) => `这是版本 ${number.format(n)}，共 ${number.format(of)} 个版本。只能修改最新版本。`,
  showNewest: '显示最新版本',
  restore: '恢复此版本',
  restoring: '正在恢复…',
  restored: (from, to) => `版本 ${number.format(from)} 已恢复为版本 ${number.format(to)}。`,
  notRestored: '未能恢复此版本。',
  rename: '重命名',
  name: '场景名称',
  saveName: '保存名称',
  savingName: '正在保存…',
  cancelName: '取消',
  notRenamed: '场景未重命名。',
  duration: '时长（秒）',
  setDuration: '设置',
  settingDuration: '正在设置…',
  notSet: '时长未更改。',
  deleteOpen: '删除…',
  viewOnly: '您的令牌可以查看项目，但不能修改。',

  // Versions
  versions: '版本',
  versionName: (n) => `版本 ${number.format(n)}`,
  newest: '最新',
  toolLabel: (tool, name) => (tool === RENAME ? `重命名为“${name}”` : (toolLabels[tool] ?? tool)),
  safeScene: '安全场景：模型的代码无法修复',
  repaired: (n) => `修复 ${number.format(n)} 次后编译成功`,
  good: '好',
  notGood: '不好',
  rating: (n) => `您对版本 ${number.format(n)} 的评价`,
  notRated: '评价未保存。',

  // Differences
  sameCode: (n) => `代码与版本 ${number.format(n)} 相同。`,
  renamed: (from, to) => `已从“${from}”重命名为“${to}”。`,
  lengthened: (from, to) => `时长从 ${hundredths.format(from)} 秒改为 ${hundredths.format(to)} 秒。`,
  firstVersion: '这是第一个版本，没有更早的版本可供比较。',
  differs: (removed, added, n) =>
    `与版本 ${number.format(n)} 相比，增加 ${number.format(added)} 行，删除 ${number.format(removed)} 行`,
  changesOf: (name) => `${name} 的更改`,
  unchanged: (n) => `${number.format(n)} 行未更改`,
  removedLine: '删除：',
  addedLine: '增加：',
  loading: '正在加载…',

  // Requests to a model
  editLabel: '描述要做的修改',
  editHint: '把标题放大，并让它从左侧滑入',
  edit: '修改场景',
  addOpen: '添加场景',
  addLabel: '描述新场景',
  addHint: '场景展示什么、如何运动',
  add: '创建场景',
  close: '关闭',
  step: (progress) => {
    const { step, attempt = 0, attempts } = progress ?? { step: 'asking', attempts: 0 }
    if (step === 'compiling') return 'Plotline 正在编译场景。'
    if (step === 'repairing') return `模型正在修复代码，第 ${number.format(attempt)} 次尝试，共 ${number.format(attempts)} 次。`
    return '模型正在编写场景。'
  },
  working: (seconds) => `已用 ${number.format(seconds)} 秒。可能需要几分钟。`,
  noModel: '没有语言模型 ·',
  howToConnect: '如何连接',
  addNeedsModel: '新场景由语言模型编写，而此服务器没有',
  withoutModel: '模型负责编写新场景，并按文字描述修改场景。其他功能都不需要它：播放、重命名、重新排序、设置时长、恢复版本、删除。',
  cancel: '取消',
  finished: (name, isNew, reply) => `${isNew ? '已添加' : '已修改'}：${name}。${reply ?? ''}`,
  notAdded: '未添加场景。',
  notEdited: '场景未修改。',
  notRepaired: '场景未修复。',
  conflict: '页面现在显示项目的最新状态。请检查后重试。',
  noAnswer: '服务器没有响应。重试之前，请先检查更改是否已经生效。',

  remove: {
    title: (name) => `要删除 ${name} 吗？`,
    note: (n) => `${n === 1 ? '其代码' : `其 ${number.format(n)} 个版本`}也会一并删除。此操作无法撤销。`,
    confirm: '删除场景',
    deleting: '正在删除…',
    cancel: '取消',
    done: (name) => `已删除：${name}。`,
    failed: '场景未删除。',
  },

  shortcuts: [
    [['←', '→'], '时间轴中的上一个和下一个场景'],
    [['Ctrl', 'Shift', '←'], '前移场景'],
    [['Ctrl', 'Shift', '→'], '后移场景'],
    [['j', 'k'], '下一个和上一个场景'],
    [['Space'], '播放或暂停'],
    [['f'], '全屏'],
    [['←', '→'], '上一帧和下一帧（在时间轴之外）；按住 Shift 移动十帧'],
    [['?'], '显示这些快捷键'],
    [['Esc'], '关闭对话框或影片，或取消拖动'],
  ],
}
