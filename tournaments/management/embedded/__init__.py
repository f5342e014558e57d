"""What `manage.py up` is made of: a broker, child processes and the first start, on one machine.

Owns: finding a broker's binary, starting and ending processes, the files of the data folder that only `up`
needs.
Never does: know the product. It starts what it is told to start.
"""
