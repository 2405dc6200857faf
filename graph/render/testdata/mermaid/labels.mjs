// Reads a JSON list of Mermaid texts on stdin and has the real Mermaid parse and draw each. Writes
// a JSON list on stdout with what a reader of each drawing would see:
// {"nodes": {"n1": "label", …}, "edges": ["label", …]}, or {"error": "why it was refused"}.
//
// Mermaid needs a DOM. jsdom is one that DOMPurify, through which all labels go, supports. It has
// no layout: every box gets one made-up size, which decides on places only, not on text.
import {JSDOM} from 'jsdom';
import {readFileSync, writeFileSync} from 'node:fs';

const {window} = new JSDOM('<!doctype html><body></body>');
Object.assign(globalThis, {
  window,
  document: window.document,
  CSSStyleSheet: window.CSSStyleSheet,
  requestAnimationFrame: (callback) => setTimeout(callback, 0),
});
const box = {x: 0, y: 0, width: 10, height: 10, top: 0, left: 0, right: 10, bottom: 10};
window.Element.prototype.getBBox = () => box;
window.Element.prototype.getBoundingClientRect = () => box;
window.MathMLElement = window.Element; // a formula is to be seen as one

const {default: mermaid} = await import('mermaid');
mermaid.initialize({startOnLoad: false, maxTextSize: 1e9});

// lines collects the text below an element, and a line break for each <br>. An element that
// Mermaid has no reason to make is shown as a tag, so that the comparison of labels fails on it.
function lines(element) {
  return [...element.childNodes]
    .map((child) => {
      if (child.nodeType === window.Node.TEXT_NODE) return child.data;
      if (child.nodeName === 'BR') return '\n';
      return child.nodeName === 'P' ? lines(child) : child.outerHTML;
    })
    .join('');
}

// shown does to the spaces what a browser does for `white-space: nowrap`, and the no-break space
// is a space to a reader.
function shown(element) {
  return lines(element)
    .split('\n')
    .map((line) => line.replace(/[ \t\r\f]+/g, ' ').replace(/^ | $/g, ''))
    .join('\n')
    .replaceAll('\u00a0', ' ');
}

async function draw(text) {
  const {svg} = await mermaid.render('drawing', text);
  const page = new window.DOMParser().parseFromString(svg, 'text/html');
  const nodes = {};
  for (const node of page.querySelectorAll('g.node')) {
    nodes[/flowchart-(.+)-\d+$/.exec(node.id)[1]] = shown(node.querySelector('.nodeLabel'));
  }
  const edges = [...page.querySelectorAll('g.edgeLabel .edgeLabel')].map(shown);
  return {nodes, edges};
}

const answers = [];
for (const text of JSON.parse(readFileSync(0, 'utf8'))) {
  answers.push(await draw(text).catch((error) => ({error: error.message})));
}
writeFileSync(1, JSON.stringify(answers));
