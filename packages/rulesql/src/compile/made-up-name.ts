import type { Expression } from '../syntax/ast.ts';
import { Fault } from '../value/fault.ts';
import { writeJson } from '../value/json-encode.ts';
import { float, parseInteger } from '../value/number.ts';
import { isInt } from '../value/value.ts';
import type { Frame } from './frame.ts';

let counter = 0;

/** Nanoseconds of the clock; a counter makes two of the same millisecond differ. */
function clock(frame: Frame): string {
  counter = (counter + 1) % 1_000_000;
  return `${Math.floor(frame.environment.now())}${String(counter).padStart(6, '0')}`;
}

const QUOTED = /^[a-z]/;

function operatorName(operator: string): string {
  return QUOTED.test(operator) && operator !== 'div' ? operator : `'${operator}'`;
}

function stemOf(node: Expression): string | undefined {
  switch (node.kind) {
    case 'integer':
    case 'float': {
      const value = node.kind === 'integer' ? parseInteger(node.digits) : float(Number(node.digits));
      return `_v_const_${isInt(value) ? value.toString() : writeJson(value)}_`;
    }
    case 'boolean':
      return `_v_const_${node.value}_`;
    case 'range':
      return `_v_range_{${node.from},${node.to}}_`;
    case 'list':
      return `_v_list_${node.items.length}_`;
    case 'arithmetic':
    case 'comparison':
      return `_v_op_${operatorName(node.operator)}_`;
    case 'call':
      return `_v_fun_{var,<<"${node.name.join('.')}">>}_`;
    case 'case':
      return `_v_case_${node.subject ? (stemOf(node.subject) ?? 'value') : '<<>>'}_`;
    case 'unary':
    case 'string':
    case 'path':
    case 'slice':
      return undefined;
  }
}

/** The name that an expression without alias gets: what it is, and the clock. */
export function madeUpName(node: Expression): (frame: Frame) => string {
  const stem = stemOf(node);
  if (stem === undefined) {
    return () => {
      throw new Fault('A sign before a value needs an alias: write "… AS name".');
    };
  }
  return (frame) => stem + clock(frame);
}
