import type { Diagnostic, Span } from '../types.ts';

type Words = Diagnostic['message'];
type Fix = Diagnostic['fix'];

function warning(code: string, span: Span, message: Words, fix?: Fix): Diagnostic {
  return {
    severity: 'warning',
    span: { from: span.from, to: span.to },
    code,
    message,
    ...(fix ? { fix } : {}),
  };
}

/** A warning of something that cannot work. */
function fatal(code: string, span: Span, message: Words, fix?: Fix): Diagnostic {
  return { ...warning(code, span, message, fix), fatal: true };
}

/** "Replace by …" */
function replaceBy(text: string): Fix {
  return { title: { en: `Replace by ${text}`, zh: `替换为 ${text}` }, text };
}

export function quotedText(span: Span, name: string): Diagnostic {
  const text = `'${name}'`;
  return warning(
    'quoted_text',
    span,
    {
      en: `Double quotes name a column, and there is no column \`${name}\`. For a text write \`${text}\`.`,
      zh: `双引号表示列名，但没有列 \`${name}\`。文本请写作 \`${text}\`。`,
    },
    replaceBy(text),
  );
}

export function unknownField(span: Span, name: string, near: string | undefined): Diagnostic {
  return warning(
    'unknown_field',
    span,
    {
      en: `No event in FROM has a column \`${name}\`, and nothing before sets it.`,
      zh: `FROM 中的事件没有列 \`${name}\`，之前也没有设置它。`,
    },
    near === undefined ? undefined : replaceBy(near),
  );
}

export function unknownFunction(span: Span, name: string, near: string | undefined): Diagnostic {
  return fatal(
    'unknown_function',
    span,
    {
      en: `There is no function \`${name}\`: the rule will fail on every event.`,
      zh: `没有函数 \`${name}\`，规则会在每个事件上失败。`,
    },
    near === undefined ? undefined : replaceBy(near),
  );
}

export function schemaFunction(span: Span, name: string): Diagnostic {
  return fatal('schema_function', span, {
    en: `\`${name}\` needs the schema registry of an EMQX cluster; the embedded engine has none.`,
    zh: `\`${name}\` 需要 EMQX 集群的 Schema Registry，内置引擎不提供。`,
  });
}

export function wrongArguments(span: Span, signature: string, given: number): Diagnostic {
  return fatal('wrong_arguments', span, {
    en: `\`${signature}\` does not take ${given} arguments.`,
    zh: `\`${signature}\` 不接受 ${given} 个参数。`,
  });
}

export function needsCondition(span: Span, name: string, column: string): Diagnostic {
  return warning('only_in_conditions', span, {
    en: `\`${name}()\` gives nothing here: it works in WHERE and INCASE only. Use the column \`${column}\`.`,
    zh: `\`${name}()\` 在此没有值，它只能用于 WHERE 和 INCASE。请使用列 \`${column}\`。`,
  });
}

export function bareCondition(span: Span, source: string): Diagnostic {
  return fatal(
    'not_a_condition',
    span,
    {
      en: `\`${source}\` is no condition, even if it holds true: the rule will fail. Compare it with something.`,
      zh: `\`${source}\` 不是条件（即使其值为 true），规则会失败。请与某个值比较。`,
    },
    replaceBy(`${source} = true`),
  );
}

export function notEqualish(span: Span): Diagnostic {
  return fatal('wrong_operator', span, {
    en: '`~=` always fails. A topic filter is matched with `=~`.',
    zh: '`~=` 总是失败。匹配主题过滤器请用 `=~`。',
  });
}

export function needsAlias(span: Span, source: string): Diagnostic {
  return fatal(
    'needs_alias',
    span,
    {
      en: 'A value with a sign needs an alias here: the rule will fail without.',
      zh: '带符号的值在此需要别名，否则规则会失败。',
    },
    replaceBy(`${source} AS value`),
  );
}

export function lostPayload(span: Span, path: string): Diagnostic {
  return warning('lost_payload', span, {
    en: `WHERE sees the payload that SELECT leaves behind, and \`${path}\` is not in it. Give the selected payload fields an alias.`,
    zh: `WHERE 看到的是 SELECT 之后的 payload，其中没有 \`${path}\`。请为 SELECT 中的 payload 字段加别名。`,
  });
}

export function unknownEvent(span: Span, name: string, near: string | undefined): Diagnostic {
  return fatal(
    'unknown_event',
    span,
    { en: `There is no event \`${name}\`.`, zh: `没有事件 \`${name}\`。` },
    near === undefined ? undefined : replaceBy(`"${near}"`),
  );
}

export function unknownSource(span: Span, id: string, near: string | undefined): Diagnostic {
  return warning(
    'unknown_source',
    span,
    { en: `There is no source \`${id}\`.`, zh: `没有 Source \`${id}\`。` },
    near === undefined ? undefined : replaceBy(`"$bridges/${near}"`),
  );
}

export function badFilter(span: Span, filter: string): Diagnostic {
  return fatal('bad_topic_filter', span, {
    en: `\`${filter}\` is no topic filter: \`#\` stands alone at the end, \`+\` alone between slashes.`,
    zh: `\`${filter}\` 不是主题过滤器：\`#\` 只能单独位于末级，\`+\` 只能独占一级。`,
  });
}

export function republishLoop(span: Span, filter: string, topic: string): Diagnostic {
  return warning('republish_loop', span, {
    en: `The rule republishes to \`${topic}\`, which \`${filter}\` takes in again: every message would go round without end.`,
    zh: `规则会重新发布到 \`${topic}\`，又被 \`${filter}\` 匹配：消息会无限循环。`,
  });
}

export function openComment(span: Span): Diagnostic {
  return warning('open_comment', span, {
    en: 'EMQX wants a line break after a comment, also after the last one.',
    zh: 'EMQX 要求注释以换行结束，最后一条注释也不例外。',
  });
}
