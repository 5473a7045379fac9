set pagination off
set print elements 20
break stop_here
run
up
print table
print turned
print by_reference
print flags
print waves
print narrow
print one
print empty
print fixed
print unmade
print of_any_dtype
set print elements 4
print table
