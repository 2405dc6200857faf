import { escapeInvisible } from '../escape.ts'
import { locale, moment, number } from '../locale.ts'
import { baseName, isReady } from '../plan.ts'
import type { PreviewTexts } from '../preview/strings.ts'
import type { PagesTexts } from '../strings.ts'
import type { Texts } from './texts.ts'
import { library } from './zh.library.ts'
import { memory } from './zh.memory.ts'
import { projects } from './zh.projects.ts'
import { recorded } from './zh.recorded.ts'

/** All texts in Simplified Chinese. */

const byPerson = (name: string) => (name === '' ? '' : `（${escapeInvisible(name)}）`)

const pages: PagesTexts = {
  product: 'Plotline',
  pages: '页面',
  memory: '记忆',
  plans: '计划',
  projects: '项目',
  recorded: '已记录',
  workspace: '工作区',
  unknown: '未找到页面',
  unknownNote: '可能地址有误，也可能页面已移动。',
  toMemory: '前往记忆',
  alsoHere: '其他功能',
  also: {
    recorded: '记下编程智能体所做的事，以后再把从中学到的告诉它们。要启用，请运行',
    plans: '智能体提议如何命名和识别您的视频文件，由您决定。要启用，请在启动此工作区的服务器时加上',
    projects: '智能体用场景制作短片。要让模型编写场景，请在启动服务器时加上',
  },
  alsoFlags: { recorded: 'plotline setup claude-code', plans: '--media-root DIR', projects: '--ai-base-url URL' },
  alsoOpen: (name) => `打开${name}`,
  storeName: (store) => (store === 'neo4j' ? 'Neo4j' : store === 'embedded' ? '内嵌' : ''),
  workspaces: '工作区',
  noWorkspace: '工作区不可用',
  noWorkspaceNamed: (name) => `工作区 ${escapeInvisible(name)} 不可用`,
  noWorkspaceHint: (hasToken) =>
    hasToken
      ? '您的令牌中没有列出它。可能它已从令牌中移除，也可能地址有误。'
      : '此服务器不提供它。可能其中尚无内容，也可能地址有误。',
  otherWorkspaces: () => '您可以打开以下工作区：',
  skipToContent: '跳到正文',
  pageFailed: '无法加载此页面。可能在您打开页面之后，Plotline 已经更新。',
  reload: '重新加载',
  signOut: '退出登录',
  restDocs: 'REST API',
  keys: '快捷键',
  close: '关闭',
  justNow: '刚刚',

  live: '实时',
  noEvents: '没有实时更新',
  notConnected: '未连接',
  since: (at) => (at === 0 ? '' : `截至 ${moment(at)}`),
  retryNow: '重试',

  // The list
  pendingPlans: '待定计划',
  decidedPlans: '已决定的计划',
  noDecided: '还没有已决定的计划。',
  decidedFailed: '无法加载已决定的计划。',
  showMore: '显示更多',
  outcome: (status, undone, by = '') => (undone ? '已撤销' : status === 'completed' ? '已完成' : '已拒绝') + byPerson(by),
  undoOf: (task, name) => `撤销 ${name} 中的${task === 'rename-files' ? '重命名' : '识别'}`,
  loading: '正在加载…',
  noPlans: '没有待定计划',
  library: '媒体库',
  libraryHint: '查看所有媒体文件夹的内容，并一次为多个文件夹制定计划。',
  noPlansHint: [
    '智能体可以提出计划，识别或重命名媒体文件夹中的文件。计划会显示在这里，在您确认之前，什么都不会改变。',
    '想试一试，可以让已连接 Plotline 的智能体对某个文件夹调用 proposeRecognizePlan。',
  ],
  selectPlan: '请选择一个计划。',
  kind: (task) => (task === 'rename-files' ? '重命名' : '识别'),
  files: (n) => `${number.format(n)} 个文件`,
  episodes: (n) => `${number.format(n)} 个经历`,
  tvEpisodes: (n) => `${number.format(n)} 集`,
  amount: (task, n) => (task === 'rename-files' ? pages.files(n) : pages.tvEpisodes(n)),
  problems: (n) => `${number.format(n)} 个问题`,
  beingWritten: '未完成',
  notMarked: '未标记为完成',

  // A plan
  back: '所有计划',
  title: (plan) => (plan.task === 'rename-files' ? '重命名文件' : '识别剧集'),
  begun: (age) => `${age}开始`,
  proposed: (age) => `${age}提交`,
  part: {
    ready: (plan, n) => {
      const verb = plan.task === 'rename-files' ? '重命名' : '保存'
      const all = plan.files.length
      const amount = n === all ? pages.amount(plan.task, n) : `${number.format(n)}/${pages.amount(plan.task, all)}`
      if (plan.undoneAt !== undefined) return `已撤销 ${amount}`
      if (plan.appliedAt !== undefined) return `已${verb} ${amount}`
      return isReady(plan) && plan.status === 'pending' ? `将${verb} ${amount}` : pages.amount(plan.task, all)
    },
    problem: (_, n) => pages.problems(n),
    out: (_, n) => `略去 ${number.format(n)} 个`,
  },
  marked: {
    had: (n) => `${number.format(n)} 个有问题`,
    kept: (n) => `${number.format(n)} 个保留新名称`,
    changed: (n) => `${pages.files(n)}此后有变化`,
  },
  keptName: '撤销其他文件时，此文件保留了新名称。',
  parts: '只显示这些行',
  historyOf: '此计划的经过',
  stepAt: (said, age) => `${said}，${age}`,
  happened: ({ task, files: rows, excluded = [] }, { did, by = '', files = 0 }) => {
    const applied = task === 'rename-files' ? `已重命名 ${pages.files(files)}` : `已保存 ${pages.tvEpisodes(files)}`
    const undone = files === rows.length - excluded.length ? '已撤销' : `已撤销 ${pages.amount(task, files)}`
    const done = { proposed: '已提交', edited: '已编辑', applied, completed: '已完成', rejected: '已拒绝', undone }
    return done[did] + byPerson(by)
  },
  writingNote: '智能体尚未完成此计划，完成后您才能确认。如果智能体已经放弃，请将计划作废。',
  filter: '筛选',
  filterHint: '名称的一部分',
  shown: (n, of) => `显示 ${number.format(n)} 行，共 ${number.format(of)} 行`,
  noMatch: '没有匹配的行。',
  sidecars: '同时重命名字幕、NFO 文件和缩略图',
  all: '全部',
  allRows: '包含所有行',
  allShownRows: '包含显示的所有行',
  includeGroup: (name) => `包含“${name}”的所有行`,
  includeFile: (name) => `包含 ${name}`,
  season: '季',
  episode: '集',
  file: '文件',
  from: '原名称',
  to: '新名称',
  episodeTitle: '标题',
  gone: '文件已不存在。',
  taken: (name) => `名称“${escapeInvisible(name)}”已被占用。`,
  blocked: '此名称被另一个文件占用，而该文件所在的行已略去。',
  edited: (was) => (was === '' ? '由您或其他人添加' : `原为 ${was}`),
  draftFrom: (at) => `${moment(at)} 的草稿`,
  remedy: { name: '选择其他名称', numbers: '修改季和集' },
  leaveOut: '略去',
  leaveOutFile: (name) => `略去 ${name}`,
  remedyOf: (remedy, name) => `${remedy}：${name}`,
  edit: '编辑',
  editRow: (name) => `编辑 ${name}`,
  target: '新名称',
  save: '保存',
  saving: '正在保存…',
  editedMeanwhile: '计划或其文件夹已发生变化，您的修改未保存。页面现在显示最新状态，请重试。',
  numberNeeded: '季号和集号必须是不小于 0 的整数。多集可写 1-2 或 1, 3。',
  nameNeeded: '请输入名称。',
  unsaved: (n) => `有 ${number.format(n)} 处编辑未保存。请先保存或取消。`,
  seasonGroup: (season) => (season === 0 ? '第 0 季（特别篇）' : `第 ${season} 季`),
  problemGroup: '问题',
  restGroup: '其他文件',
  uncertain: (n) => `不确定：${pages.files(n)}`,
  notCertain: (n) => `${pages.files(n)}不确定`,
  uncertainHint: '这些视频不会保存。请检查推测的季号和集号，必要时更正，然后将视频上移。',
  planProblems: {
    'No file of the plan is certain; move uncertain files up first': '此文件夹中没有确定的文件。请先将不确定的文件上移。',
  },
  remembers: {
    absolute: '此文件夹将记住：编号在全剧中连续计数。',
    specials: '此文件夹将记住：OVA 等属于第 0 季。',
  },
  pattern: (n, name) => (n === 1 ? name : `与 ${name} 类似的 ${pages.files(n)}`),
  moveUp: '上移',
  moveUpFile: (name) => `上移 ${name}`,
  moveAlike: (n) => `这 ${number.format(n)} 个同样处理`,
  alsoEpisode: (code) => `另含 ${code}。`,
  displaces: (name) => `将取代 ${name} 的这一集。`,
  remember: {
    absolute: '为此文件夹记住：编号在全剧中连续计数',
    specials: '为此文件夹记住：OVA 等属于第 0 季',
  },
  why: {
    'no episode in its name': '名称中没有集号。',
    'a sample, a trailer or an extra': '这是样片、预告片或花絮。',
    'an episode that the show does not have': '该剧没有这一集。',
    'another file is the same episode': '另一个文件是同一集。',
    'a whole season or several episodes in one file': '一个文件包含整季或多集。',
    'its number may count through several seasons, whose episodes are not all known': '其编号可能跨越多季连续计数，而这些季的集数并不全部已知。',
    'the number of its folder may not be the season': '文件夹的编号可能不是季号。',
    'its folder is a disc or a part, which may count from 1 again': '其文件夹是一张光盘或一个部分，编号可能重新从 1 开始。',
    'its name has a further number, which may be an episode too': '其名称中还有一个数字，可能也是集号。',
    'its name says that it is a special, but not which': '名称表明这是特别篇，但没有说明是哪一集。',
    'its title is that of an extra': '其标题像是花絮。',
    'its folder has files with other titles, perhaps of other shows': '同一文件夹中有其他标题的文件，可能属于其他剧集。',
    'neither its name nor its folder gives a show': '名称和文件夹都没有给出剧名。',
    'the number at the end of its title may be the season': '标题末尾的数字可能是季号。',
    'its name has only a date; this is its place among the dates of that year': '其名称只有日期；这是该日期在当年日期中的顺序。',
    'its number goes on from the season before; this is the number within the season': '其编号接续上一季；这是本季内的编号。',
    'its name is that of a part of a season, which may count from 1 again': '其名称是某一季的一部分，可能重新从 1 编号。',
    'its name is that of a final season, which may be any': '其名称是最终季，未说明是第几季。',
    'its name is that of a whole season': '其名称像是整季。',
    'its number may be season and episode in one': '其编号可能同时包含季号和集号。',
    'its folder is that of another season': '其文件夹属于另一季。',
    'its name is that of a part of an episode': '名称表明这只是一集的一部分。',
    'its name has a number, but nothing says that it is the episode': '其名称中有数字，但无法确定是集号。',
    'its number has a decimal place, as that of a recap': '其编号带小数，可能是总集篇。',
  },
  whySame: (other) => `另一个文件是同一集：${other}`,
  whyNFO: (name, nfo) => `名称为 ${name}，但 NFO 文件为 ${nfo}。`,
  unrecognised: (n) => `未识别：${pages.files(n)}`,
  notRecognised: (n) => `${pages.files(n)}未识别`,
  unrecognisedHint: '这些视频没有对应的行。输入季号和集号即可添加。含有多集的文件请输入 1-2 或 1, 3。',
  guess: (code) => `${code}？`,
  add: '添加',
  addFile: (name) => `添加 ${name}`,
  showAll: (n) => `显示全部 ${number.format(n)} 个`,

  shift: {
    open: '调整编号…',
    title: '调整编号',
    rows: '行',
    ticked: (n) => `勾选的行（${number.format(n)}）`,
    shown: (n) => `显示的行（${number.format(n)}）`,
    season: (name, n) => `${name}（${number.format(n)}）`,
    addSeason: '季号加上',
    addEpisode: '集号加上',
    preview: (rows, n) => (n > rows.length ? `${rows.join('，')}，另有 ${number.format(n - rows.length)} 行` : rows.join('，')),
    negative: '这会使编号小于 0。',
    nothing: '请输入要加上的数，例如 10 或 −1。',
    cancel: '取消',
    confirm: (n) => `调整 ${number.format(n)} 行`,
  },

  rowsOf: (folder) => `${escapeInvisible(folder)} 的计划中的文件`,

  // Decisions
  confirm: (plan, n, leftOut) => {
    const isRename = plan.task === 'rename-files'
    const verb = isRename ? '重命名' : '保存'
    if (plan.files.length === 0) return '请先上移文件'
    if (n === 0) return leftOut > 0 ? `没有可${verb}的内容` : '未选择文件'
    if (leftOut > 0) return `${verb} ${number.format(n)} 个，略去 ${number.format(leftOut)} 个`
    return `${verb} ${pages.amount(plan.task, n)}`
  },
  confirming: (plan) => (plan.task === 'rename-files' ? '正在重命名…' : '正在保存…'),
  rejectOpen: '拒绝…',
  markDone: '标记为完成',
  marking: '正在标记…',
  applied: (plan, age) => `${age}已${plan.task === 'rename-files' ? '重命名' : '保存'}，但计划尚未标记为完成。`,
  leftOut: (n) => `${number.format(n)} 行有问题，将被略去。编辑后即可包含。`,
  blockedPlan: '此计划有问题，目前无法应用。',
  rowLeftOut: '受阻',
  viewOnly: '您的令牌可以查看计划，但不能确认或拒绝。',
  decidedByOther: '其他人已先做出决定。您的更改未应用。',
  decided: (status) => (status === 'completed' ? '已完成' : '已拒绝'),
  decidedThen: (said, elsewhere, age) => `${said}${elsewhere ? '（在别处）' : ''}${age === '' ? '' : `，${age}`}。`,
  leftOutThen: (out, problems) => {
    const parts = [out > 0 ? `审阅者略去 ${number.format(out)} 个` : '', problems > 0 ? `${number.format(problems)} 个有问题` : '']
    const said = parts.filter((part) => part !== '').join('，')
    return said === '' ? '' : `${said}。`
  },
  givenReason: (reason) => `原因：${reason}`,
  next: '下一个计划',
  notFound: '未找到计划。它可能属于另一个工作区。',
  backToList: '返回列表',

  discardOpen: '作废…',
  discard: {
    title: '要将此计划作废吗？',
    note: '智能体尚未完成它，作废后也无法再完成。不会更改任何文件。',
    reason: '原因（可选）',
    hint: '智能体为此文件夹制定下一个计划之前，会读取这个原因。',
    confirm: '作废计划',
    cancel: '取消',
  },

  reject: {
    title: '要拒绝此计划吗？',
    note: '不会更改任何文件。',
    reason: '原因（可选）',
    hint: '智能体为此文件夹制定下一个计划之前，会读取这个原因。',
    confirm: '拒绝计划',
    cancel: '取消',
  },

  // Results
  done: (plan, n) =>
    `${plan.task === 'rename-files' ? `已重命名 ${pages.files(n)}` : `已保存 ${pages.tvEpisodes(n)}`}：${baseName(plan.mediaFolderPath)}`,
  markedDone: (plan) => `已标记为完成：${baseName(plan.mediaFolderPath)}`,
  rejected: (plan) => `已拒绝：${baseName(plan.mediaFolderPath)}。没有更改任何文件。`,
  keep: '保留',
  seconds: (n) => `还剩 ${n} 秒`,
  nameFiles: '为文件命名',
  nameFilesOf: (name) => `按剧集为 ${name} 的文件命名`,
  sortFiles: '按剧集整理',
  sortFilesOf: (name) => `按剧集整理：${name} 的视频`,
  undo: '撤销',
  undoing: '正在撤销…',
  undid: (plan) => `已撤销：${baseName(plan.mediaFolderPath)} 中的文件已恢复${plan.task === 'rename-files' ? '原名称' : '原季号和集号'}。`,
  undidOthers: (plan, n, kept) =>
    `已撤销：${baseName(plan.mediaFolderPath)} 中的 ${pages.files(n)}已恢复原名称，${number.format(kept)} 个保留新名称。`,
  undoOthers: (n) => `撤销其他 ${pages.files(n)}`,
  showFiles: () => '显示文件',
  undoRefused: (plan) => `${baseName(plan.mediaFolderPath)} 中的${plan.task === 'rename-files' ? '重命名' : '识别'}未撤销。`,
  dismiss: '关闭',
  notices: '通知',

  // Errors
  notApplied: (plan) => (plan.task === 'rename-files' ? '没有重命名任何文件。' : '没有保存任何一集。'),
  notRejected: '计划未被拒绝。',
  appliedNotMarked: (plan) => `${plan.task === 'rename-files' ? '文件已重命名' : '各集已保存'}，但无法将计划标记为完成。`,
  notMarkedDone: '计划未标记为完成。',
  noAnswer: '服务器没有响应。重试之前，请先检查更改是否已经生效。',
  notSent: '无法连接服务器，因此没有发送任何内容。这里的内容不会丢失。',
  changedMeanwhile: '计划或其文件夹已发生变化。页面现在显示最新状态。请检查后重新决定。',
  firstProblem: (n) => (n === 1 ? '转到该行' : `转到 ${number.format(n)} 行中的第一行`),
  unreachable: '无法连接服务器。',
  unreadable: '服务器的响应无效。',
  status: (n) => `服务器返回了状态码 ${n}。`,
  retry: '重试',
  listFailed: '无法加载计划列表。',
  planFailed: '无法加载此计划。',

  signIn: {
    title: '登录',
    note: '此服务器需要令牌。关闭此标签页之前，页面会一直保留它。',
    token: '令牌',
    submit: '登录',
    hint: '服务器管理员可以创建令牌：plotline token create NAME --role reviewer',
  },

  question: {
    title: (n) => `要重命名 ${pages.files(n)}吗？`,
    note: '智能体正在等待您的答复。',
    more: (n) => `还有 ${number.format(n)} 个问题等待答复。`,
    confirm: (n) => `重命名 ${pages.files(n)}`,
    cancel: '不重命名',
    expired: '一个问题已过期，因为五分钟内无人答复。',
    lost: '一个问题已撤回，因为连接已断开。',
  },

  shortcuts: {
    title: '键盘快捷键',
    list: [
      [['j', 'k'], '转到列表中的下一个或上一个计划'],
      [['Enter'], '打开焦点所在的计划'],
      [['↑', '↓'], '在焦点所在的列表或表格中，转到上一个或下一个计划或行'],
      [['e'], '编辑该行'],
      [['Space'], '包含或排除该行。按住 Shift 时，还包括从上次操作的行到该行的所有行'],
      [['/'], '筛选行'],
      [['u'], '转到不确定的文件'],
      [['c'], '确认打开的计划，除非焦点在另一个计划上'],
      [['x'], '拒绝打开的计划，除非焦点在另一个计划上'],
      [['?'], '显示这些快捷键'],
      [['Esc'], '关闭对话框'],
    ],
  },
}

const twoDigits = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const preview: PreviewTexts = {
  region: (name) => `${name} 的预览`,
  loading: '正在加载预览…',
  play: '播放（Space）',
  pause: '暂停（Space）',
  previous: '上一帧（←）',
  next: '下一帧（→）',
  loop: '循环',
  speed: '速度',
  times: (speed) => `${number.format(speed)}×`,
  full: '全屏 (F)',
  scrub: '位置',
  retry: '重试',
  repair: '让模型修复',
  seconds: (seconds) => `${twoDigits.format(seconds)} 秒`,
  frames: (frame, of) => `第 ${number.format(frame)} 帧，共 ${number.format(of)} 帧`,

  failed: '场景出错。',
  failedAt: (frame) => `场景在第 ${number.format(frame)} 帧出错。`,
  empty: '没有画出任何内容。在检查过的所有帧中，该场景都没有可见的文字、颜色或图像。',
  stopped: {
    silent: '场景三秒没有响应，已停止。其代码可能有死循环。',
    noisy: '场景发送的消息过多，已停止。',
    grabbing: '场景反复抢占键盘焦点，已停止。',
    left: '场景试图离开所在的框架，已停止。',
    absent: '预览未能加载。请检查服务器是否在运行。',
  },

  notes: '预览中不包含',
  noSound: '预览不播放声音。',
  blocked: (what) => `未加载，因为预览无法访问网络：${what}`,
  more: (n) => `另有 ${number.format(n)} 项`,
}

export default { pages, library, memory, projects, preview, recorded } satisfies Texts
