// What the JavaScript package shows: exported classes, functions and types of its TypeScript, with their comments.
// SPDX-License-Identifier: MIT
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import typescript from 'typescript';

const left = new Set(['node_modules', 'test', 'tests', 'build', 'dist']);

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? (left.has(entry.name) ? [] : filesOf(path)) : entry.name.endsWith('.ts') ? [path] : [];
  });
}

/** What the package's index exports; without an index all that its declarations export. Nothing where there is no folder. */
export function readJavascript(folder) {
  const all = existsSync(folder) ? filesOf(folder).sort() : [];
  const index = all.find((file) => /(^|\/)index\.ts$/.test(file));
  const exported = index ? exportsOf(index) : all.map((file) => ({ file }));
  const shown = index && new Set(exported.flatMap(({ names }) => [...(names ?? [])]));
  return exported.flatMap(({ file, names }) => declarationsOf(file, shown).filter(({ name }) => names?.has(name) ?? true));
}

const parse = (file) => typescript.createSourceFile(file, readFileSync(file, 'utf8'), typescript.ScriptTarget.Latest, true);

/** The names that `export … from` takes from each file, and the file itself. */
function exportsOf(index) {
  const names = new Map([[index, undefined]]);
  for (const node of parse(index).statements.filter((each) => typescript.isExportDeclaration(each) && each.moduleSpecifier)) {
    const file = `${join(dirname(index), node.moduleSpecifier.text.replace(/\.js$/, ''))}.ts`;
    names.set(file, names.get(file) ?? new Set());
    node.exportClause.elements.forEach(({ name }) => names.get(file).add(name.text));
  }
  return [...names].map(([file, some]) => ({ file, names: some }));
}

const isExported = (node) => node.modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.ExportKeyword);
const entryOf = (node, kind, name, code) => {
  const source = node.getSourceFile();
  const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  return { kind, name, file: source.fileName, line, code, comment: commentOf(node) };
};

/** What a class extends, in its file or in one that this imports; `shown` has all names of the index, where there is one. */
function hiddenBaseOf(node, shown) {
  const name = node.heritageClauses?.[0]?.types[0]?.expression.getText();
  const source = node.getSourceFile();
  const imported = source.statements.find(
    (each) => typescript.isImportDeclaration(each) && each.importClause?.namedBindings?.elements?.some((one) => one.name.text === name),
  );
  const from = imported ? parse(`${join(dirname(source.fileName), imported.moduleSpecifier.text.replace(/\.js$/, ''))}.ts`) : source;
  const base = from.statements.find((each) => typescript.isClassDeclaration(each) && each.name.text === name);
  const isShown = base && (shown ? shown.has(name) : isExported(base));
  return isShown ? undefined : base;
}
/** Those of a base that is not shown, too. */
function membersOf(node, shown) {
  const base = hiddenBaseOf(node, shown);
  const own = node.members.filter(isPublic).filter((each, _, all) => !each.body || !all.some((other) => overloads(other, each)));
  const names = new Set(own.map(nameOf));
  return [...(base ? membersOf(base, shown).filter((each) => !names.has(nameOf(each))) : []), ...own];
}

/** Whether a signature of a method is in front of its implementation, which is not shown then. */
const overloads = (signature, method) =>
  typescript.isMethodDeclaration(signature) && !signature.body && nameOf(signature) === nameOf(method);

function declarationsOf(file, shown) {
  const source = parse(file);
  const found = [];
  for (const node of source.statements.filter(isExported)) {
    if (typescript.isClassDeclaration(node)) {
      const members = membersOf(node, shown).map((each) =>
        entryOf(each, kindOf(each), nameOf(each), signatureOf(each, each.getSourceFile())),
      );
      members.forEach((each, at) => { // an overload without a comment has that of the one before it
        each.comment ??= members[at - 1]?.name === each.name ? members[at - 1].comment : undefined;
      });
      found.push({ ...entryOf(node, 'type', node.name.text, headOf(node, source, shown)), members });
    } else if (typescript.isFunctionDeclaration(node)) {
      found.push({ ...entryOf(node, 'function', node.name.text, signatureOf(node, source)), members: [] });
    } else if (
      typescript.isInterfaceDeclaration(node) ||
      typescript.isTypeAliasDeclaration(node) ||
      typescript.isEnumDeclaration(node)
    ) {
      found.push({ ...entryOf(node, 'type', node.name.text, signatureOf(node, source)), members: [] });
    } else if (typescript.isVariableStatement(node)) {
      const [{ name }] = node.declarationList.declarations;
      found.push({ ...entryOf(node, 'value', name.text, signatureOf(node, source)), members: [] });
    }
  }
  return found;
}

const hidden = new Set([typescript.SyntaxKind.PrivateKeyword, typescript.SyntaxKind.ProtectedKeyword]);
const isHidden = (member) =>
  member.modifiers?.some(({ kind }) => hidden.has(kind)) ||
  typescript.getJSDocTags(member).some(({ tagName }) => tagName.text === 'internal');
const isPublic = (member) => !isHidden(member) && nameOf(member) !== '' && !/^[#_[]/.test(nameOf(member));
const nameOf = (member) => (typescript.isConstructorDeclaration(member) ? 'constructor' : (member.name?.getText() ?? ''));
const kindOf = (member) =>
  [typescript.isMethodDeclaration, typescript.isMethodSignature, typescript.isConstructorDeclaration].some((is) => is(member))
    ? 'function'
    : 'property';

/** `class Name extends Base`, without a base that is not exported. */
function headOf(node, source, shown) {
  const end = hiddenBaseOf(node, shown) ? node.heritageClauses.pos : node.members.pos;
  return source.text
    .slice(node.getStart(source), end)
    .replace(/^export (declare )?/, '')
    .replace(/\s*\{?\s*$/, '');
}

/** The text without a body, at the left margin. */
function signatureOf(node, source) {
  const from = node.getStart(source);
  const end = node.body ? node.body.getStart(source) : node.end;
  const margin = source.getLineAndCharacterOfPosition(from).character;
  return source.text
    .slice(from, end)
    .replaceAll(`\n${' '.repeat(margin)}`, '\n')
    .replace(/^(export )?(declare )?(async )?/, '')
    .trim()
    .replace(/;$/, '');
}

/** The comment with its tags as a list: what each parameter is, what is returned, and what is thrown. */
function commentOf(node) {
  const parts = typescript.getJSDocCommentsAndTags(node).filter(typescript.isJSDoc);
  const plain = (comment) => (typescript.getTextOfJSDocComment(comment) ?? '').replace(/\{@link (\w+)\}/g, '`$1`');
  const text = parts.map((each) => plain(each.comment)).join('\n\n');
  const tags = parts
    .flatMap((each) => each.tags ?? [])
    .map((tag) => {
      const said = plain(tag.comment).replace(/^- /, '');
      switch (tag.tagName.text) {
        case 'param':
          return `- \`${tag.name.getText()}\`: ${said}`;
        case 'example':
          return `\n${said.includes('```') ? said : `\`\`\`typescript\n${said}\n\`\`\``}\n`;
        default:
          return `- ${tag.tagName.text} ${said}`;
      }
    });
  return [text, tags.join('\n')].filter((each) => each !== '').join('\n\n') || undefined;
}
