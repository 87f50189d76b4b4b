import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface NodeColumn<Row> {
  readonly id: string;
  readonly label: string;
  /** Texts are on the left, numbers on the right. */
  readonly isText?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** What each node of a cluster says about one object. */
export function NodesTable<Row extends { readonly node: string }>({
  rows,
  columns,
}: {
  readonly rows: readonly Row[];
  readonly columns: readonly NodeColumn<Row>[];
}) {
  const { t } = useTranslation('ui');
  const look = (column: NodeColumn<Row>) => (column.isText === true ? undefined : 'num');
  return (
    <div className="section">
      <h2 className="section-title">{t('nodes')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard where it is wider than the page */}
      <section className="panel scroll-x" tabIndex={0} aria-label={t('nodes')}>
        <table className="table plain">
          <thead>
            <tr>
              <th>{t('node')}</th>
              {columns.map((column) => (
                <th key={column.id} className={look(column)}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.node}>
                <td className="mono small">{row.node}</td>
                {columns.map((column) => (
                  <td key={column.id} className={look(column)}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
