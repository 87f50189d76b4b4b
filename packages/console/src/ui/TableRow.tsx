import { type KeyboardEvent, memo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, columnClass } from './column.ts';

export interface RowHandlers<Row> {
  readonly onFocus: (id: string) => void;
  readonly onKey: (event: KeyboardEvent<HTMLTableRowElement>, row: Row, index: number) => void;
  readonly onSelect: (id: string, selected: boolean) => void;
  readonly onExtend: (id: string) => void;
}

interface TableRowProps<Row> {
  readonly row: Row;
  readonly id: string;
  readonly name: string;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  /** Absent: rows cannot be selected. */
  readonly selected: boolean | undefined;
  readonly tabStop: boolean;
  readonly handlers: RefObject<RowHandlers<Row>>;
}

function Plain<Row>({ row, id, name, index, columns, selected, tabStop, handlers }: TableRowProps<Row>) {
  const { t } = useTranslation('ui');
  return (
    <tr
      data-row={id}
      tabIndex={tabStop ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      onFocus={() => handlers.current.onFocus(id)}
      onKeyDown={(event) => handlers.current.onKey(event, row, index)}
    >
      {selected !== undefined && (
        <td className="check">
          <input
            type="checkbox"
            className="checkbox"
            aria-label={t('table.selectRow', { name })}
            checked={selected}
            onClick={(event) => {
              if (event.shiftKey) handlers.current.onExtend(id);
            }}
            onChange={(event) => handlers.current.onSelect(id, event.target.checked)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className={columnClass(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** A row; drawn again only when something of its own changes. */
export const TableRow = memo(Plain) as typeof Plain;
